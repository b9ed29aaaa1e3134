// Where the server is out of reach, a page of ours is to say so.
navigator.serviceWorker?.register("/service.js");
