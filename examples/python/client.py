"""A small client of the service, with nothing but the standard library of Python."""

import json
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The service refuses a request."""

    def __init__(self, payload):
        super().__init__(payload["error_message"])
        self.code = payload["error"]
        self.retry_after = payload.get("retry_after")


class Client:
    def __init__(self, url, token, sleep=time.sleep):
        self.url = url
        self.token = token
        self.sleep = sleep

    def get(self, path, tries=3):
        """Returns the payload of a GET. It is repeated while the service is unavailable."""
        for left in reversed(range(tries)):
            try:
                return self._send(path)
            except Refused as refusal:
                if refusal.code != "unavailable" or left == 0:
                    raise
                self.sleep(refusal.retry_after or 1)

    def _send(self, path):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        request = urllib.request.Request(f"{self.url}/ws/v2.0{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["svcapi"]
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)["svcapi"]) from None
