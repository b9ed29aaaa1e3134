"""A channel hears whose turn it is and how it ended; nothing within the server's own network is called."""

import json

import pytest

from companion.web import pinned
from companion.web.webhooks import Unsafe, Webhooks, body_of, checked, is_public, public_address
from tests.conftest import Phone, house, wait_until

DISCORD = "https://discord.com/api/webhooks/1/secret"
HOSTS = frozenset(("discord.com", "hooks.slack.com"))
PUBLIC = "162.159.128.233"


@pytest.fixture
def app(tiny, tmp_path):
    return house(tmp_path, WEBHOOKS="discord.com,hooks.slack.com", PUBLIC_URL="http://localhost")


@pytest.fixture
def heard(app):
    """What is sent instead of the network: host, address, path and body."""
    sent = []

    def send(host, address, path, body):
        sent.append((host, address, path, json.loads(body)))
        return 204

    hooks = app.extensions["companion"].webhooks
    hooks._send, hooks._resolve = send, lambda host: [PUBLIC]
    return sent


def test_a_channel_hears_each_turn_once_and_the_end(app, heard):
    phone = Phone(app)
    code = phone.open(phone="all")
    assert "discord.com" in phone.get(f"/t/{code}/seats").text
    assert phone.post(f"/t/{code}/seats/webhook", {"url": DISCORD}).status_code == 303
    phone.say(code, "add", by="Red", step="1")
    wait_until(lambda: heard)
    host, address, path, body = heard[0]
    assert (host, address, path) == ("discord.com", PUBLIC, "/api/webhooks/1/secret")
    assert body["content"] == f"Tiny: your turn, Ben (Blue). http://localhost/t/{code}"
    assert body["allowed_mentions"] == {"parse": []}
    assert DISCORD not in phone.get(f"/t/{code}/seats").text, "it is a secret"
    phone.say(code, "resign", by="Blue")
    wait_until(lambda: len(heard) > 1)
    assert heard[1][3]["content"].startswith("Tiny is finished. ") and len(heard) == 2
    phone.post(f"/t/{code}/seats/webhook", {"url": ""})
    session = app.extensions["companion"].store.session(code)
    assert session.webhook == ""


def test_only_who_sits_there_names_a_channel_and_only_one_that_the_server_allows(app, heard):
    phone, stranger = Phone(app), Phone(app)
    code = phone.open(phone="all")
    assert stranger.post(f"/t/{code}/seats/webhook", {"url": DISCORD}).status_code == 403
    refused = phone.post(f"/t/{code}/seats/webhook", {"url": "https://evil.example/"})
    assert refused.status_code == 409 and "calls no webhooks" in refused.text
    assert app.extensions["companion"].store.session(code).webhook == ""


def test_a_house_that_names_no_host_offers_and_calls_none(tiny, tmp_path):
    phone = Phone(house(tmp_path))
    code = phone.open(phone="all")
    assert "Call a channel" not in phone.get(f"/t/{code}/seats").text
    assert phone.post(f"/t/{code}/seats/webhook", {"url": DISCORD}).status_code == 409


@pytest.mark.parametrize(
    "url",
    [
        "http://discord.com/x", "https://discord.com:8443/x", "https://user@discord.com/x",
        "https://discord.com@127.0.0.1/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x",
        "https://discord.com.evil.example/x", "https://evil.example#discord.com", "https://2130706433/x",
        "https://0x7f.1/x", "file:///etc/passwd", "gopher://discord.com/x", "//discord.com/x", "discord.com",
        "https://discord.com/\r\nHost: x", "https://dıscord.com/x", "https://[discord.com/x", "https:///x",
        "https://discord.com/" + "x" * 400,
    ],
)  # fmt: skip
def test_an_address_elsewhere_is_never_called(url):
    with pytest.raises(Unsafe):
        checked(url, HOSTS)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1",
        "fe80::1%eth0", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::7f00:1", "2002:7f00:1::1", "2002:c0a8:101::1", "64:ff9b::7f00:1",
        "64:ff9b::10.0.0.1", "2001:0:7f00:1::", "100::1",
    ],
)  # fmt: skip
def test_a_name_that_stands_for_an_address_within_a_network_is_not_called(address):
    assert not is_public(address)
    for result in ([address], [PUBLIC, address], []):
        with pytest.raises(Unsafe):
            public_address("discord.com", lambda host, results=result: results)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::6810:1", "64:ff9b::a29f:80e9"])
def test_a_public_address_is(address):
    assert public_address("discord.com", lambda host: [address]) == address


def test_what_was_looked_up_is_what_is_connected_to_and_no_redirect_is_followed(monkeypatch, caplog):
    """A name that changes its address between the two looks (DNS rebinding) gains nothing."""
    connected, looked = [], []

    class Answer:
        status = 302

    class Connection:
        def __init__(self, host, address, patience):
            connected.append((host, address))

        def request(self, *args):
            looked.append(args[:2])

        def getresponse(self):
            return Answer()

        def close(self):
            pass

    monkeypatch.setattr(pinned, "Pinned", Connection)
    answers = iter(([PUBLIC], ["127.0.0.1"]))
    hooks = Webhooks("discord.com", "", lambda host: next(answers))
    hooks.call(DISCORD, "words")
    assert connected == [("discord.com", PUBLIC)] and looked == [("POST", "/api/webhooks/1/secret")]
    assert "answered 302" in caplog.text and "secret" not in caplog.text
    hooks.call(DISCORD, "words")
    assert len(connected) == 1 and "within a network" in caplog.text


def test_a_pinned_connection_connects_to_the_address_and_proves_the_name(monkeypatch):
    went = []

    def create(address, timeout):
        went.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(pinned.socket, "create_connection", create)
    Webhooks("discord.com", "", lambda host: [PUBLIC]).call(DISCORD, "words")
    assert went == [(PUBLIC, 443)]


def test_no_name_of_a_player_calls_a_whole_channel():
    assert json.loads(body_of("hooks.slack.com", "Up: <!channel> & co")) == {
        "text": "Up: &lt;!channel&gt; &amp; co"
    }
    assert json.loads(body_of("discord.com", "@everyone"))["allowed_mentions"] == {"parse": []}
