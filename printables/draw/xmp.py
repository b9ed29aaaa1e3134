"""A document as it is described in XMP: its title, what made it and when, and which standard it keeps."""

from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>{producer}</pdf:Producer>{standard}
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
"""


def write(canvas: Any, standard: str) -> None:
    """Write it into a document, which has its title by now, with the elements that name its standard."""
    document, info = canvas._doc, canvas._doc.info
    date = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00".format(*document._timeStamp.YMDhms)
    names = {"title": info.title, "creator": info.creator, "producer": info.producer}
    said = {name: escape(words) for name, words in names.items()}
    kind: dict[str, Any] = {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}
    packet = PACKET.format(**said, date=date, standard=standard)
    document.Catalog.Metadata = PDFStream(PDFDictionary(kind), packet.encode())
