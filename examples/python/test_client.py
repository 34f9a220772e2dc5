"""Runs beside a sandbox: svcapi serve --sandbox; SVCAPI_URL=… TOKEN=… python3 -m unittest"""

import json
import os
import unittest
import urllib.request

from client import Client, Refused

URL = os.environ.get("SVCAPI_URL", "http://127.0.0.1:8080")
TOKEN = os.environ["TOKEN"]


def control(path, **body):
    """Asks the sandbox for something."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/sandbox/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class ClientTest(unittest.TestCase):
    def setUp(self):
        control("reset")
        self.waits = []
        self.client = Client(URL, TOKEN, sleep=self.waits.append)

    def test_a_character_is_read(self):
        self.assertEqual(self.client.get("/character")["character"]["name"], "Hana Veil")

    def test_it_tries_again_while_the_service_is_unavailable(self):
        control("faults", route="GET /character", status=503, times=2)
        self.client.get("/character")
        self.assertEqual(len(self.waits), 2)

    def test_a_limit_is_reported_with_its_end(self):
        control("faults", route="GET /character", code="rate_limit_exceeded", times=1)
        with self.assertRaises(Refused) as caught:
            self.client.get("/character")
        self.assertEqual(caught.exception.retry_after, 3600)
        control("clock", advance="1h")
        self.client.get("/character")

    def test_a_token_expires_by_the_clock(self):
        token = control("tokens", character="1:3", lifetime="1h")["token"]
        client = Client(URL, token)
        client.get("/character")
        control("clock", advance="61m")
        with self.assertRaises(Refused) as caught:
            client.get("/character")
        self.assertEqual(caught.exception.code, "token_invalid")


if __name__ == "__main__":
    unittest.main()
