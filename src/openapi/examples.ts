// Drawn by npm run docs: what the service answers on the demo galaxy.
import type { Examples } from './example.js';

export const examples: Examples = {
  "answers": {
    "getIndex": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "index",
        "request": "/ws/v2.0/",
        "svcapi": {
          "resources": {
            "routes": [
              {
                "attributes": {
                  "name": "Api",
                  "count": 6
                },
                "route": [
                  {
                    "attributes": {
                      "name": "index",
                      "href": "https://galaxy.example.org/ws/v2.0[/]"
                    },
                    "description": "The routes of the service",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "time",
                      "href": "https://galaxy.example.org/ws/v2.0/api/time[/]"
                    },
                    "description": "Galactic time (CGT) and its conversion from and to real time",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        },
                        {
                          "attributes": {
                            "type": "POST",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": [
                              {
                                "attributes": {
                                  "name": "cgt",
                                  "type": "string",
                                  "description": "Galactic time to convert, as Y##D### or Year ## Day ###, optionally followed by , ##:## or , ##:##:##"
                                }
                              },
                              {
                                "attributes": {
                                  "name": "time",
                                  "type": "number",
                                  "description": "Real time to convert, in Unix seconds"
                                }
                              }
                            ]
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "permissions",
                      "href": "https://galaxy.example.org/ws/v2.0/api/permissions[/]"
                    },
                    "description": "The permissions that can be granted to a client",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "ratelimits",
                      "href": "https://galaxy.example.org/ws/v2.0/api/ratelimits[/]"
                    },
                    "description": "The rate limits and where the caller stands with them",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "helloworld",
                      "href": "https://galaxy.example.org/ws/v2.0/api/helloworld[/]"
                    },
                    "description": "A greeting for anyone",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "helloauth",
                      "href": "https://galaxy.example.org/ws/v2.0/api/helloauth[/]"
                    },
                    "description": "A greeting for authorised clients",
                    "parameters": {
                      "parameter": []
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "false"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "character_read",
                                  "description": "Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />Public profile: also race, gender, last login, description and biography."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  }
                ]
              },
              {
                "attributes": {
                  "name": "Character",
                  "count": 3
                },
                "route": [
                  {
                    "attributes": {
                      "name": "character",
                      "href": "https://galaxy.example.org/ws/v2.0/character[/{uid}][/]"
                    },
                    "description": "A character: by default the one that the token acts for",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "true",
                            "description": "The uid or the name of the character"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "character_read",
                                  "description": "Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />Public profile: also race, gender, last login, description and biography."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "character_creditlog",
                      "href": "https://galaxy.example.org/ws/v2.0/character/{uid}/creditlog[/]"
                    },
                    "description": "The credit log of a character",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "false",
                            "description": "The uid or the name of the character"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "character_credits",
                                  "description": "Read the credits and the credit log of the character."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": [
                              {
                                "attributes": {
                                  "name": "start_index",
                                  "type": "number",
                                  "description": "First item to retrieve, counted from 1"
                                }
                              },
                              {
                                "attributes": {
                                  "name": "item_count",
                                  "type": "number",
                                  "description": "Number of items to retrieve, at most 1000"
                                }
                              },
                              {
                                "attributes": {
                                  "name": "start_id",
                                  "type": "number",
                                  "description": "Transaction id of the oldest desired transaction: 1 for the oldest 1000, 0 for the newest 1000"
                                }
                              }
                            ]
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "character_permissions",
                      "href": "https://galaxy.example.org/ws/v2.0/character/{uid}/permissions[/]"
                    },
                    "description": "The permissions that a character has granted to the calling client",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "false",
                            "description": "The uid or the name of the character"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  }
                ]
              },
              {
                "attributes": {
                  "name": "Datacard",
                  "count": 2
                },
                "route": [
                  {
                    "attributes": {
                      "name": "datacard",
                      "href": "https://galaxy.example.org/ws/v2.0/datacard/{uid:14:\\d+}[/]"
                    },
                    "description": "A faction datacard and where it is assigned",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "false",
                            "description": "The uid of the datacard"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "faction_datacards_read",
                                  "description": "Read the datacards of the character’s factions and where they are assigned."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        },
                        {
                          "attributes": {
                            "type": "POST",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "faction_datacards_write",
                                  "description": "Assign and revoke the datacards of the character’s factions."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": [
                              {
                                "attributes": {
                                  "name": "production_entity_uid",
                                  "type": "string",
                                  "description": "UID of the production entity to assign the datacard to"
                                }
                              },
                              {
                                "attributes": {
                                  "name": "uses",
                                  "type": "number",
                                  "description": "Number of uses to assign; leave it out when unlimited is used"
                                }
                              },
                              {
                                "attributes": {
                                  "name": "unlimited",
                                  "type": "number",
                                  "description": "1 assigns unlimited uses; leave it out when uses is used"
                                }
                              }
                            ]
                          },
                          "query_string": {
                            "parameter": []
                          }
                        },
                        {
                          "attributes": {
                            "type": "DELETE",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "faction_datacards_write",
                                  "description": "Assign and revoke the datacards of the character’s factions."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": [
                              {
                                "attributes": {
                                  "name": "production_entity_uid",
                                  "type": "string",
                                  "description": "UID of the production entity to revoke the datacard from"
                                }
                              }
                            ]
                          },
                          "query_string": {
                            "parameter": [
                              {
                                "attributes": {
                                  "name": "production_entity_uid",
                                  "type": "string",
                                  "description": "UID of the production entity to revoke the datacard from"
                                }
                              }
                            ]
                          }
                        }
                      ]
                    }
                  },
                  {
                    "attributes": {
                      "name": "datacards",
                      "href": "https://galaxy.example.org/ws/v2.0/datacards/{uid}[/]"
                    },
                    "description": "The datacards of a faction",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "false",
                            "description": "The uid or the name of the faction"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "false",
                            "rate-limited": "false"
                          },
                          "permissions": {},
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  }
                ]
              },
              {
                "attributes": {
                  "name": "Event",
                  "count": 1
                },
                "route": [
                  {
                    "attributes": {
                      "name": "event",
                      "href": "https://galaxy.example.org/ws/v2.0/event/{uid:39:\\d+}[/]"
                    },
                    "description": "An event of a character",
                    "parameters": {
                      "parameter": [
                        {
                          "attributes": {
                            "name": "uid",
                            "optional": "false",
                            "description": "The uid of the event"
                          }
                        }
                      ]
                    },
                    "methods": {
                      "method": [
                        {
                          "attributes": {
                            "type": "GET",
                            "authentication": "true",
                            "rate-limited": "true"
                          },
                          "permissions": {
                            "permission": [
                              {
                                "attributes": {
                                  "name": "character_events",
                                  "description": "Read the events of the character."
                                }
                              }
                            ]
                          },
                          "parameters": {
                            "parameter": []
                          },
                          "query_string": {
                            "parameter": []
                          }
                        }
                      ]
                    }
                  }
                ]
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"index\" request=\"/ws/v2.0/\"><resources><routes name=\"Api\" count=\"6\"><route name=\"index\" href=\"https://galaxy.example.org/ws/v2.0[/]\"><description>The routes of the service</description><parameters></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route><route name=\"time\" href=\"https://galaxy.example.org/ws/v2.0/api/time[/]\"><description>Galactic time (CGT) and its conversion from and to real time</description><parameters></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method><method type=\"POST\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters><parameter name=\"cgt\" type=\"string\" description=\"Galactic time to convert, as Y##D### or Year ## Day ###, optionally followed by , ##:## or , ##:##:##\"/><parameter name=\"time\" type=\"number\" description=\"Real time to convert, in Unix seconds\"/></parameters><query_string></query_string></method></methods></route><route name=\"permissions\" href=\"https://galaxy.example.org/ws/v2.0/api/permissions[/]\"><description>The permissions that can be granted to a client</description><parameters></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route><route name=\"ratelimits\" href=\"https://galaxy.example.org/ws/v2.0/api/ratelimits[/]\"><description>The rate limits and where the caller stands with them</description><parameters></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route><route name=\"helloworld\" href=\"https://galaxy.example.org/ws/v2.0/api/helloworld[/]\"><description>A greeting for anyone</description><parameters></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route><route name=\"helloauth\" href=\"https://galaxy.example.org/ws/v2.0/api/helloauth[/]\"><description>A greeting for authorised clients</description><parameters></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"false\"><permissions><permission name=\"character_read\" description=\"Read basic information about the character.&lt;br /&gt;Private profile: unique ID, handle and image.&lt;br /&gt;Public profile: also race, gender, last login, description and biography.\"/></permissions><parameters></parameters><query_string></query_string></method></methods></route></routes><routes name=\"Character\" count=\"3\"><route name=\"character\" href=\"https://galaxy.example.org/ws/v2.0/character[/{uid}][/]\"><description>A character: by default the one that the token acts for</description><parameters><parameter name=\"uid\" optional=\"true\" description=\"The uid or the name of the character\"/></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"character_read\" description=\"Read basic information about the character.&lt;br /&gt;Private profile: unique ID, handle and image.&lt;br /&gt;Public profile: also race, gender, last login, description and biography.\"/></permissions><parameters></parameters><query_string></query_string></method></methods></route><route name=\"character_creditlog\" href=\"https://galaxy.example.org/ws/v2.0/character/{uid}/creditlog[/]\"><description>The credit log of a character</description><parameters><parameter name=\"uid\" optional=\"false\" description=\"The uid or the name of the character\"/></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"character_credits\" description=\"Read the credits and the credit log of the character.\"/></permissions><parameters></parameters><query_string><parameter name=\"start_index\" type=\"number\" description=\"First item to retrieve, counted from 1\"/><parameter name=\"item_count\" type=\"number\" description=\"Number of items to retrieve, at most 1000\"/><parameter name=\"start_id\" type=\"number\" description=\"Transaction id of the oldest desired transaction: 1 for the oldest 1000, 0 for the newest 1000\"/></query_string></method></methods></route><route name=\"character_permissions\" href=\"https://galaxy.example.org/ws/v2.0/character/{uid}/permissions[/]\"><description>The permissions that a character has granted to the calling client</description><parameters><parameter name=\"uid\" optional=\"false\" description=\"The uid or the name of the character\"/></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"true\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route></routes><routes name=\"Datacard\" count=\"2\"><route name=\"datacard\" href=\"https://galaxy.example.org/ws/v2.0/datacard/{uid:14:\\d+}[/]\"><description>A faction datacard and where it is assigned</description><parameters><parameter name=\"uid\" optional=\"false\" description=\"The uid of the datacard\"/></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"faction_datacards_read\" description=\"Read the datacards of the character’s factions and where they are assigned.\"/></permissions><parameters></parameters><query_string></query_string></method><method type=\"POST\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"faction_datacards_write\" description=\"Assign and revoke the datacards of the character’s factions.\"/></permissions><parameters><parameter name=\"production_entity_uid\" type=\"string\" description=\"UID of the production entity to assign the datacard to\"/><parameter name=\"uses\" type=\"number\" description=\"Number of uses to assign; leave it out when unlimited is used\"/><parameter name=\"unlimited\" type=\"number\" description=\"1 assigns unlimited uses; leave it out when uses is used\"/></parameters><query_string></query_string></method><method type=\"DELETE\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"faction_datacards_write\" description=\"Assign and revoke the datacards of the character’s factions.\"/></permissions><parameters><parameter name=\"production_entity_uid\" type=\"string\" description=\"UID of the production entity to revoke the datacard from\"/></parameters><query_string><parameter name=\"production_entity_uid\" type=\"string\" description=\"UID of the production entity to revoke the datacard from\"/></query_string></method></methods></route><route name=\"datacards\" href=\"https://galaxy.example.org/ws/v2.0/datacards/{uid}[/]\"><description>The datacards of a faction</description><parameters><parameter name=\"uid\" optional=\"false\" description=\"The uid or the name of the faction\"/></parameters><methods><method type=\"GET\" authentication=\"false\" rate-limited=\"false\"><permissions/><parameters></parameters><query_string></query_string></method></methods></route></routes><routes name=\"Event\" count=\"1\"><route name=\"event\" href=\"https://galaxy.example.org/ws/v2.0/event/{uid:39:\\d+}[/]\"><description>An event of a character</description><parameters><parameter name=\"uid\" optional=\"false\" description=\"The uid of the event\"/></parameters><methods><method type=\"GET\" authentication=\"true\" rate-limited=\"true\"><permissions><permission name=\"character_events\" description=\"Read the events of the character.\"/></permissions><parameters></parameters><query_string></query_string></method></methods></route></routes></resources></svcapi>"
    },
    "getTime": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "time",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "years": 25,
          "days": 204,
          "hours": 5,
          "mins": 0,
          "secs": 0
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"time\" request=\"/ws/v2.0/api/time\"><years>25</years><days>204</days><hours>5</hours><mins>0</mins><secs>0</secs></svcapi>"
    },
    "postTime": {
      "body": {
        "cgt": "Year 12 Day 3, 05:12"
      },
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "time_result",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "years": 12,
          "days": 3,
          "hours": 5,
          "mins": 12,
          "secs": 0,
          "timestamp": 1291291920
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"time_result\" request=\"/ws/v2.0/api/time\"><years>12</years><days>3</days><hours>5</hours><mins>12</mins><secs>0</secs><timestamp>1291291920</timestamp></svcapi>"
    },
    "getPermissions": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "permissions",
        "request": "/ws/v2.0/api/permissions",
        "svcapi": {
          "permissions": {
            "attributes": {
              "count": 7
            },
            "permission": [
              {
                "attributes": {
                  "name": "character_auth",
                  "description": "Read the name and the UID of the character, to verify who it is.",
                  "inherits": ""
                }
              },
              {
                "attributes": {
                  "name": "character_read",
                  "description": "Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />Public profile: also race, gender, last login, description and biography.",
                  "inherits": ""
                }
              },
              {
                "attributes": {
                  "name": "character_stats",
                  "description": "Read the health and experience (HP and XP) of the character.",
                  "inherits": "character_read"
                }
              },
              {
                "attributes": {
                  "name": "character_credits",
                  "description": "Read the credits and the credit log of the character.",
                  "inherits": ""
                }
              },
              {
                "attributes": {
                  "name": "character_events",
                  "description": "Read the events of the character.",
                  "inherits": ""
                }
              },
              {
                "attributes": {
                  "name": "faction_datacards_read",
                  "description": "Read the datacards of the character’s factions and where they are assigned.",
                  "inherits": ""
                }
              },
              {
                "attributes": {
                  "name": "faction_datacards_write",
                  "description": "Assign and revoke the datacards of the character’s factions.",
                  "inherits": ""
                }
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"permissions\" request=\"/ws/v2.0/api/permissions\"><permissions count=\"7\"><permission name=\"character_auth\" description=\"Read the name and the UID of the character, to verify who it is.\" inherits=\"\"/><permission name=\"character_read\" description=\"Read basic information about the character.&lt;br /&gt;Private profile: unique ID, handle and image.&lt;br /&gt;Public profile: also race, gender, last login, description and biography.\" inherits=\"\"/><permission name=\"character_stats\" description=\"Read the health and experience (HP and XP) of the character.\" inherits=\"character_read\"/><permission name=\"character_credits\" description=\"Read the credits and the credit log of the character.\" inherits=\"\"/><permission name=\"character_events\" description=\"Read the events of the character.\" inherits=\"\"/><permission name=\"faction_datacards_read\" description=\"Read the datacards of the character’s factions and where they are assigned.\" inherits=\"\"/><permission name=\"faction_datacards_write\" description=\"Assign and revoke the datacards of the character’s factions.\" inherits=\"\"/></permissions></svcapi>"
    },
    "getRatelimits": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "ratelimits",
        "request": "/ws/v2.0/api/ratelimits",
        "svcapi": {
          "ratelimits": {
            "attributes": {
              "count": 5
            },
            "ratelimit": [
              {
                "attributes": {
                  "pattern": "/character[/{uid}]",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/character/{uid}/creditlog",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/character/{uid}/permissions",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/datacard/{uid}",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/event/{uid}",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"ratelimits\" request=\"/ws/v2.0/api/ratelimits\"><ratelimits count=\"5\"><ratelimit pattern=\"/character[/{uid}]\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/character/{uid}/creditlog\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/character/{uid}/permissions\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/datacard/{uid}\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/event/{uid}\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/></ratelimits></svcapi>"
    },
    "getRatelimitsAlias": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "ratelimits",
        "request": "/ws/v2.0/ratelimits",
        "svcapi": {
          "ratelimits": {
            "attributes": {
              "count": 5
            },
            "ratelimit": [
              {
                "attributes": {
                  "pattern": "/character[/{uid}]",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/character/{uid}/creditlog",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/character/{uid}/permissions",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/datacard/{uid}",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              },
              {
                "attributes": {
                  "pattern": "/event/{uid}",
                  "limit": 600,
                  "remaining": 600,
                  "reset": 1718629200,
                  "reset_time": "Mon, 17 Jun 2024 13:00:00 +0000"
                }
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"ratelimits\" request=\"/ws/v2.0/ratelimits\"><ratelimits count=\"5\"><ratelimit pattern=\"/character[/{uid}]\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/character/{uid}/creditlog\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/character/{uid}/permissions\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/datacard/{uid}\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/><ratelimit pattern=\"/event/{uid}\" limit=\"600\" remaining=\"600\" reset=\"1718629200\" reset_time=\"Mon, 17 Jun 2024 13:00:00 +0000\"/></ratelimits></svcapi>"
    },
    "getHelloworld": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "helloworld",
        "request": "/ws/v2.0/api/helloworld",
        "svcapi": {
          "message": "Hello, world!"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"helloworld\" request=\"/ws/v2.0/api/helloworld\"><message>Hello, world!</message></svcapi>"
    },
    "getHelloauth": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "helloauth",
        "request": "/ws/v2.0/api/helloauth",
        "svcapi": {
          "message": "Hello, authorised client!",
          "client": "demo"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"helloauth\" request=\"/ws/v2.0/api/helloauth\"><message>Hello, authorised client!</message><client>demo</client></svcapi>"
    },
    "getCharacter": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "character",
        "request": "/ws/v2.0/character",
        "svcapi": {
          "character": {
            "uid": "1:1",
            "name": "Hana Veil",
            "image": "https://portraits.example/1.png",
            "attributes": {
              "isprivate": "false",
              "isbasic": "false"
            },
            "race": {
              "value": "Mirovash",
              "attributes": {
                "uid": "22:7",
                "href": "https://galaxy.example.org/ws/v2.0/race/22:7",
                "type": "race"
              }
            },
            "faction": {
              "value": "Meridian Freight Union",
              "attributes": {
                "uid": "20:1",
                "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                "type": "faction"
              }
            },
            "factions": [
              {
                "value": "Meridian Freight Union",
                "attributes": {
                  "uid": "20:1",
                  "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                  "type": "faction",
                  "primary": "true"
                }
              }
            ],
            "gender": "female",
            "lastlogin": {
              "years": 25,
              "days": 203,
              "hours": 22,
              "mins": 1,
              "secs": 24,
              "timestamp": "1718600484"
            },
            "shortdescription": "Freight pilot, and the one to try things with",
            "biography": "Knows every dock between Tidelea and the rim – and every dock knows the name. Learned the trade on the Frostlock route. Owes nobody, and is owed by half of Froststrand.",
            "health": 330,
            "healthMax": 330,
            "XP": 49256,
            "XPLevel": 23,
            "credits": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/character/1:1"
              },
              "value": 285821
            },
            "creditlog": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/character/1:1/creditlog"
              }
            },
            "events": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/event/"
              }
            }
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"character\" request=\"/ws/v2.0/character\"><character isprivate=\"false\" isbasic=\"false\"><uid>1:1</uid><name>Hana Veil</name><image>https://portraits.example/1.png</image><race uid=\"22:7\" href=\"https://galaxy.example.org/ws/v2.0/race/22:7\" type=\"race\">Mirovash</race><faction uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</faction><factions uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\" primary=\"true\">Meridian Freight Union</factions><gender>female</gender><lastlogin><years>25</years><days>203</days><hours>22</hours><mins>1</mins><secs>24</secs><timestamp>1718600484</timestamp></lastlogin><shortdescription>Freight pilot, and the one to try things with</shortdescription><biography>Knows every dock between Tidelea and the rim – and every dock knows the name. Learned the trade on the Frostlock route. Owes nobody, and is owed by half of Froststrand.</biography><health>330</health><healthMax>330</healthMax><XP>49256</XP><XPLevel>23</XPLevel><credits href=\"https://galaxy.example.org/ws/v2.0/character/1:1\">285821</credits><creditlog href=\"https://galaxy.example.org/ws/v2.0/character/1:1/creditlog\"/><events href=\"https://galaxy.example.org/ws/v2.0/event/\"/></character></svcapi>"
    },
    "getCharacterByUid": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "character",
        "request": "/ws/v2.0/character/1:1",
        "svcapi": {
          "character": {
            "uid": "1:1",
            "name": "Hana Veil",
            "image": "https://portraits.example/1.png",
            "attributes": {
              "isprivate": "false",
              "isbasic": "false"
            },
            "race": {
              "value": "Mirovash",
              "attributes": {
                "uid": "22:7",
                "href": "https://galaxy.example.org/ws/v2.0/race/22:7",
                "type": "race"
              }
            },
            "faction": {
              "value": "Meridian Freight Union",
              "attributes": {
                "uid": "20:1",
                "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                "type": "faction"
              }
            },
            "factions": [
              {
                "value": "Meridian Freight Union",
                "attributes": {
                  "uid": "20:1",
                  "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                  "type": "faction",
                  "primary": "true"
                }
              }
            ],
            "gender": "female",
            "lastlogin": {
              "years": 25,
              "days": 203,
              "hours": 22,
              "mins": 1,
              "secs": 24,
              "timestamp": "1718600484"
            },
            "shortdescription": "Freight pilot, and the one to try things with",
            "biography": "Knows every dock between Tidelea and the rim – and every dock knows the name. Learned the trade on the Frostlock route. Owes nobody, and is owed by half of Froststrand.",
            "health": 330,
            "healthMax": 330,
            "XP": 49256,
            "XPLevel": 23,
            "credits": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/character/1:1"
              },
              "value": 285821
            },
            "creditlog": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/character/1:1/creditlog"
              }
            },
            "events": {
              "attributes": {
                "href": "https://galaxy.example.org/ws/v2.0/event/"
              }
            }
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"character\" request=\"/ws/v2.0/character/1:1\"><character isprivate=\"false\" isbasic=\"false\"><uid>1:1</uid><name>Hana Veil</name><image>https://portraits.example/1.png</image><race uid=\"22:7\" href=\"https://galaxy.example.org/ws/v2.0/race/22:7\" type=\"race\">Mirovash</race><faction uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</faction><factions uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\" primary=\"true\">Meridian Freight Union</factions><gender>female</gender><lastlogin><years>25</years><days>203</days><hours>22</hours><mins>1</mins><secs>24</secs><timestamp>1718600484</timestamp></lastlogin><shortdescription>Freight pilot, and the one to try things with</shortdescription><biography>Knows every dock between Tidelea and the rim – and every dock knows the name. Learned the trade on the Frostlock route. Owes nobody, and is owed by half of Froststrand.</biography><health>330</health><healthMax>330</healthMax><XP>49256</XP><XPLevel>23</XPLevel><credits href=\"https://galaxy.example.org/ws/v2.0/character/1:1\">285821</credits><creditlog href=\"https://galaxy.example.org/ws/v2.0/character/1:1/creditlog\"/><events href=\"https://galaxy.example.org/ws/v2.0/event/\"/></character></svcapi>"
    },
    "getCharacterCreditlog": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "character_creditlog",
        "request": "/ws/v2.0/character/1:1/creditlog",
        "svcapi": {
          "transactions": {
            "attributes": {
              "start": 1,
              "total": 59,
              "count": 2
            },
            "transaction": [
              {
                "attributes": {
                  "transaction_id": 200
                },
                "time": {
                  "years": 25,
                  "days": 199,
                  "hours": 16,
                  "mins": 21,
                  "secs": 46,
                  "timestamp": "1718234506"
                },
                "amount": 150,
                "sender": {
                  "value": "Hana Veil",
                  "attributes": {
                    "uid": "1:1",
                    "href": "https://galaxy.example.org/ws/v2.0/character/1:1",
                    "type": "character"
                  }
                },
                "receiver": {
                  "value": "Kofi Saltthwaite",
                  "attributes": {
                    "uid": "1:14",
                    "href": "https://galaxy.example.org/ws/v2.0/character/1:14",
                    "type": "character"
                  }
                },
                "communication": "2 units of machine parts, as agreed"
              },
              {
                "attributes": {
                  "transaction_id": 196
                },
                "time": {
                  "years": 25,
                  "days": 180,
                  "hours": 9,
                  "mins": 22,
                  "secs": 27,
                  "timestamp": "1716567747"
                },
                "amount": 11000,
                "sender": {
                  "value": "Meridian Freight Union",
                  "attributes": {
                    "uid": "20:1",
                    "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                    "type": "faction"
                  }
                },
                "receiver": {
                  "value": "Hana Veil",
                  "attributes": {
                    "uid": "1:1",
                    "href": "https://galaxy.example.org/ws/v2.0/character/1:1",
                    "type": "character"
                  }
                },
                "communication": "Salary and bonus"
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"character_creditlog\" request=\"/ws/v2.0/character/1:1/creditlog\"><transactions start=\"1\" total=\"59\" count=\"2\"><transaction transaction_id=\"200\"><time><years>25</years><days>199</days><hours>16</hours><mins>21</mins><secs>46</secs><timestamp>1718234506</timestamp></time><amount>150</amount><sender uid=\"1:1\" href=\"https://galaxy.example.org/ws/v2.0/character/1:1\" type=\"character\">Hana Veil</sender><receiver uid=\"1:14\" href=\"https://galaxy.example.org/ws/v2.0/character/1:14\" type=\"character\">Kofi Saltthwaite</receiver><communication>2 units of machine parts, as agreed</communication></transaction><transaction transaction_id=\"196\"><time><years>25</years><days>180</days><hours>9</hours><mins>22</mins><secs>27</secs><timestamp>1716567747</timestamp></time><amount>11000</amount><sender uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</sender><receiver uid=\"1:1\" href=\"https://galaxy.example.org/ws/v2.0/character/1:1\" type=\"character\">Hana Veil</receiver><communication>Salary and bonus</communication></transaction></transactions></svcapi>"
    },
    "getCharacterPermissions": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "character_permissions",
        "request": "/ws/v2.0/character/1:1/permissions",
        "svcapi": {
          "permissions": {
            "attributes": {
              "count": 1
            },
            "permission": [
              {
                "attributes": {
                  "expires": 1726401600
                },
                "scopes": {
                  "scope": [
                    "character_auth",
                    "character_read",
                    "character_stats",
                    "character_credits",
                    "character_events",
                    "faction_datacards_read",
                    "faction_datacards_write"
                  ]
                }
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"character_permissions\" request=\"/ws/v2.0/character/1:1/permissions\"><permissions count=\"1\"><permission expires=\"1726401600\"><scopes><scope>character_auth</scope><scope>character_read</scope><scope>character_stats</scope><scope>character_credits</scope><scope>character_events</scope><scope>faction_datacards_read</scope><scope>faction_datacards_write</scope></scopes></permission></permissions></svcapi>"
    },
    "getDatacard": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "datacard",
        "request": "/ws/v2.0/datacard/14:1",
        "svcapi": {
          "datacard": {
            "uid": "14:1",
            "entity": {
              "value": "Vole sled",
              "attributes": {
                "uid": "3:8",
                "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                "type": "vehicle"
              }
            },
            "owner": {
              "value": "Meridian Freight Union",
              "attributes": {
                "uid": "20:1",
                "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                "type": "faction"
              }
            },
            "uses": 380,
            "assignedlocations": {
              "attributes": {
                "count": 1
              },
              "assignedlocation": [
                {
                  "location": {
                    "value": "Veil Point Shipyard",
                    "attributes": {
                      "uid": "4:1",
                      "href": "https://galaxy.example.org/ws/v2.0/facility/4:1",
                      "type": "facility"
                    }
                  },
                  "locationowner": {
                    "value": "Meridian Freight Union",
                    "attributes": {
                      "uid": "20:1",
                      "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                      "type": "faction"
                    }
                  },
                  "quantity": 120
                }
              ]
            }
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"datacard\" request=\"/ws/v2.0/datacard/14:1\"><datacard><uid>14:1</uid><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity><owner uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</owner><uses>380</uses><assignedlocations count=\"1\"><assignedlocation><location uid=\"4:1\" href=\"https://galaxy.example.org/ws/v2.0/facility/4:1\" type=\"facility\">Veil Point Shipyard</location><locationowner uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</locationowner><quantity>120</quantity></assignedlocation></assignedlocations></datacard></svcapi>"
    },
    "postDatacard": {
      "body": {
        "production_entity_uid": "4:1",
        "uses": 3
      },
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "datacard_assign",
        "request": "/ws/v2.0/datacard/14:1",
        "svcapi": {
          "assignments": {
            "attributes": {
              "count": 1
            },
            "assignment": [
              {
                "assigneddatacard": {
                  "attributes": {
                    "uid": "14:1",
                    "href": "https://galaxy.example.org/ws/v2.0/datacard/14:1"
                  },
                  "entity": {
                    "value": "Vole sled",
                    "attributes": {
                      "uid": "3:8",
                      "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                      "type": "vehicle"
                    }
                  }
                },
                "originaluse": {
                  "location": {
                    "value": "Veil Point Shipyard",
                    "attributes": {
                      "uid": "4:1",
                      "href": "https://galaxy.example.org/ws/v2.0/facility/4:1",
                      "type": "facility"
                    }
                  },
                  "locationowner": {
                    "value": "Meridian Freight Union",
                    "attributes": {
                      "uid": "20:1",
                      "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                      "type": "faction"
                    }
                  },
                  "quantity": 120
                },
                "succeeded": true,
                "newquantity": 123
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"datacard_assign\" request=\"/ws/v2.0/datacard/14:1\"><assignments count=\"1\"><assignment><assigneddatacard uid=\"14:1\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:1\"><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity></assigneddatacard><originaluse><location uid=\"4:1\" href=\"https://galaxy.example.org/ws/v2.0/facility/4:1\" type=\"facility\">Veil Point Shipyard</location><locationowner uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</locationowner><quantity>120</quantity></originaluse><succeeded>true</succeeded><newquantity>123</newquantity></assignment></assignments></svcapi>"
    },
    "deleteDatacard": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "datacard_revoke",
        "request": "/ws/v2.0/datacard/14:1",
        "svcapi": {
          "revocations": {
            "attributes": {
              "count": 1
            },
            "revocation": [
              {
                "revokeddatacard": {
                  "attributes": {
                    "uid": "14:1",
                    "href": "https://galaxy.example.org/ws/v2.0/datacard/14:1"
                  },
                  "entity": {
                    "value": "Vole sled",
                    "attributes": {
                      "uid": "3:8",
                      "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                      "type": "vehicle"
                    }
                  }
                },
                "revokeduse": {
                  "location": {
                    "value": "Veil Point Shipyard",
                    "attributes": {
                      "uid": "4:1",
                      "href": "https://galaxy.example.org/ws/v2.0/facility/4:1",
                      "type": "facility"
                    }
                  },
                  "locationowner": {
                    "value": "Meridian Freight Union",
                    "attributes": {
                      "uid": "20:1",
                      "href": "https://galaxy.example.org/ws/v2.0/faction/20:1",
                      "type": "faction"
                    }
                  },
                  "quantity": 123
                },
                "succeeded": true
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"datacard_revoke\" request=\"/ws/v2.0/datacard/14:1\"><revocations count=\"1\"><revocation><revokeddatacard uid=\"14:1\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:1\"><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity></revokeddatacard><revokeduse><location uid=\"4:1\" href=\"https://galaxy.example.org/ws/v2.0/facility/4:1\" type=\"facility\">Veil Point Shipyard</location><locationowner uid=\"20:1\" href=\"https://galaxy.example.org/ws/v2.0/faction/20:1\" type=\"faction\">Meridian Freight Union</locationowner><quantity>123</quantity></revokeduse><succeeded>true</succeeded></revocation></revocations></svcapi>"
    },
    "getDatacards": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "datacards",
        "request": "/ws/v2.0/datacards/20:1",
        "svcapi": {
          "datacards": {
            "attributes": {
              "count": 12
            },
            "datacard": [
              {
                "attributes": {
                  "uid": "14:1",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:1"
                },
                "entity": {
                  "value": "Vole sled",
                  "attributes": {
                    "uid": "3:8",
                    "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                    "type": "vehicle"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:2",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:2"
                },
                "entity": {
                  "value": "Redshank freighter",
                  "attributes": {
                    "uid": "2:20",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:20",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:3",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:3"
                },
                "entity": {
                  "value": "Mole driller",
                  "attributes": {
                    "uid": "3:5",
                    "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:5",
                    "type": "vehicle"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:4",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:4"
                },
                "entity": {
                  "value": "Wheatear liner",
                  "attributes": {
                    "uid": "2:24",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:24",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:5",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:5"
                },
                "entity": {
                  "value": "Bunting freighter",
                  "attributes": {
                    "uid": "2:2",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:2",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:6",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:6"
                },
                "entity": {
                  "value": "Nuthatch tanker",
                  "attributes": {
                    "uid": "2:17",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:17",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:7",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:7"
                },
                "entity": {
                  "value": "Vole sled",
                  "attributes": {
                    "uid": "3:8",
                    "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                    "type": "vehicle"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:8",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:8"
                },
                "entity": {
                  "value": "Lapwing tug",
                  "attributes": {
                    "uid": "2:15",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:15",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:9",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:9"
                },
                "entity": {
                  "value": "Vole sled",
                  "attributes": {
                    "uid": "3:8",
                    "href": "https://galaxy.example.org/ws/v2.0/vehicle/3:8",
                    "type": "vehicle"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:10",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:10"
                },
                "entity": {
                  "value": "Siskin survey ship",
                  "attributes": {
                    "uid": "2:22",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:22",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:11",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:11"
                },
                "entity": {
                  "value": "Grebe liner",
                  "attributes": {
                    "uid": "2:12",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:12",
                    "type": "ship"
                  }
                }
              },
              {
                "attributes": {
                  "uid": "14:12",
                  "href": "https://galaxy.example.org/ws/v2.0/datacard/14:12"
                },
                "entity": {
                  "value": "Petrel liner",
                  "attributes": {
                    "uid": "2:18",
                    "href": "https://galaxy.example.org/ws/v2.0/ship/2:18",
                    "type": "ship"
                  }
                }
              }
            ]
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"datacards\" request=\"/ws/v2.0/datacards/20:1\"><datacards count=\"12\"><datacard uid=\"14:1\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:1\"><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity></datacard><datacard uid=\"14:2\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:2\"><entity uid=\"2:20\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:20\" type=\"ship\">Redshank freighter</entity></datacard><datacard uid=\"14:3\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:3\"><entity uid=\"3:5\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:5\" type=\"vehicle\">Mole driller</entity></datacard><datacard uid=\"14:4\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:4\"><entity uid=\"2:24\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:24\" type=\"ship\">Wheatear liner</entity></datacard><datacard uid=\"14:5\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:5\"><entity uid=\"2:2\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:2\" type=\"ship\">Bunting freighter</entity></datacard><datacard uid=\"14:6\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:6\"><entity uid=\"2:17\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:17\" type=\"ship\">Nuthatch tanker</entity></datacard><datacard uid=\"14:7\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:7\"><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity></datacard><datacard uid=\"14:8\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:8\"><entity uid=\"2:15\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:15\" type=\"ship\">Lapwing tug</entity></datacard><datacard uid=\"14:9\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:9\"><entity uid=\"3:8\" href=\"https://galaxy.example.org/ws/v2.0/vehicle/3:8\" type=\"vehicle\">Vole sled</entity></datacard><datacard uid=\"14:10\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:10\"><entity uid=\"2:22\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:22\" type=\"ship\">Siskin survey ship</entity></datacard><datacard uid=\"14:11\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:11\"><entity uid=\"2:12\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:12\" type=\"ship\">Grebe liner</entity></datacard><datacard uid=\"14:12\" href=\"https://galaxy.example.org/ws/v2.0/datacard/14:12\"><entity uid=\"2:18\" href=\"https://galaxy.example.org/ws/v2.0/ship/2:18\" type=\"ship\">Petrel liner</entity></datacard></datacards></svcapi>"
    },
    "getEvent": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "events_id",
        "request": "/ws/v2.0/event/39:1",
        "svcapi": {
          "event": {
            "uid": "39:1",
            "receiver": {
              "value": "Hana Veil",
              "attributes": {
                "uid": "1:1",
                "href": "https://galaxy.example.org/ws/v2.0/character/1:1",
                "type": "character"
              }
            },
            "time": {
              "years": 24,
              "days": 252,
              "hours": 15,
              "mins": 2,
              "secs": 32,
              "timestamp": "1691272952"
            },
            "text": "You have been treated at Wanderness & feel better: +156 health."
          }
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"events_id\" request=\"/ws/v2.0/event/39:1\"><event><uid>39:1</uid><receiver uid=\"1:1\" href=\"https://galaxy.example.org/ws/v2.0/character/1:1\" type=\"character\">Hana Veil</receiver><time><years>24</years><days>252</days><hours>15</hours><mins>2</mins><secs>32</secs><timestamp>1691272952</timestamp></time><text>You have been treated at Wanderness &amp; feel better: +156 health.</text></event></svcapi>"
    }
  },
  "failures": {
    "malformed_request": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 400,
          "error_message": "A request needs one Host header.",
          "error": "malformed_request"
        }
      }
    },
    "invalid_parameter": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/event/1:1",
        "svcapi": {
          "error_code": 400,
          "error_message": "uid: It must be the uid of an event: 39: and a number, such as 39:12.",
          "error": "invalid_parameter",
          "parameter": "uid"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/event/1:1\"><error_code>400</error_code><error_message>uid: It must be the uid of an event: 39: and a number, such as 39:12.</error_message><error>invalid_parameter</error><parameter>uid</parameter></svcapi>"
    },
    "token_missing": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/character",
        "svcapi": {
          "error_code": 401,
          "error_message": "This route needs a token: send “Authorization: Bearer TOKEN”.",
          "error": "token_missing"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/character\"><error_code>401</error_code><error_message>This route needs a token: send “Authorization: Bearer TOKEN”.</error_message><error>token_missing</error></svcapi>"
    },
    "token_invalid": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/character",
        "svcapi": {
          "error_code": 401,
          "error_message": "The token is unknown, expired or revoked: get a new one.",
          "error": "token_invalid"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/character\"><error_code>401</error_code><error_message>The token is unknown, expired or revoked: get a new one.</error_message><error>token_invalid</error></svcapi>"
    },
    "permission_missing": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/event/39:1",
        "svcapi": {
          "error_code": 401,
          "error_message": "The token lacks character_events: ask the character to grant it.",
          "error": "permission_missing",
          "required_permission": "character_events",
          "available_permissions": [
            "character_auth"
          ]
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/event/39:1\"><error_code>401</error_code><error_message>The token lacks character_events: ask the character to grant it.</error_message><error>permission_missing</error><required_permission>character_events</required_permission><available_permissions>character_auth</available_permissions></svcapi>"
    },
    "not_found": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/datacards/20:999999",
        "svcapi": {
          "error_code": 404,
          "error_message": "There is no such faction: give its uid or its whole name.",
          "error": "not_found"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/datacards/20:999999\"><error_code>404</error_code><error_message>There is no such faction: give its uid or its whole name.</error_message><error>not_found</error></svcapi>"
    },
    "not_acceptable": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 406,
          "error_message": "Accept application/json, application/xml or text/xml.",
          "error": "not_acceptable"
        }
      }
    },
    "rate_limit_exceeded": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/event/39:1",
        "svcapi": {
          "error_code": 400,
          "error_message": "Over 2 calls: wait until Mon, 17 Jun 2024 13:00:00 +0000, then go on.",
          "error": "rate_limit_exceeded",
          "retry_after": 3600
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/event/39:1\"><error_code>400</error_code><error_message>Over 2 calls: wait until Mon, 17 Jun 2024 13:00:00 +0000, then go on.</error_message><error>rate_limit_exceeded</error><retry_after>3600</retry_after></svcapi>"
    },
    "unavailable": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 503,
          "error_message": "The service is busy or its database is away: try again shortly.",
          "error": "unavailable",
          "retry_after": 1
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>503</error_code><error_message>The service is busy or its database is away: try again shortly.</error_message><error>unavailable</error><retry_after>1</retry_after></svcapi>"
    },
    "not_enough_uses": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/datacard/14:1",
        "svcapi": {
          "error_code": 409,
          "error_message": "The datacard has 500 unassigned uses, fewer than 1000000.",
          "error": "not_enough_uses"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/datacard/14:1\"><error_code>409</error_code><error_message>The datacard has 500 unassigned uses, fewer than 1000000.</error_message><error>not_enough_uses</error></svcapi>"
    },
    "idempotency_key_reused": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/datacard/14:1",
        "svcapi": {
          "error_code": 409,
          "error_message": "This Idempotency-Key belongs to another request: use a new key.",
          "error": "idempotency_key_reused"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/datacard/14:1\"><error_code>409</error_code><error_message>This Idempotency-Key belongs to another request: use a new key.</error_message><error>idempotency_key_reused</error></svcapi>"
    },
    "payload_too_large": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 413,
          "error_message": "The body is larger than 16 KiB.",
          "error": "payload_too_large"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>413</error_code><error_message>The body is larger than 16 KiB.</error_message><error>payload_too_large</error></svcapi>"
    },
    "uri_too_long": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 414,
          "error_message": "The address is longer than 2 KiB.",
          "error": "uri_too_long"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>414</error_code><error_message>The address is longer than 2 KiB.</error_message><error>uri_too_long</error></svcapi>"
    },
    "unsupported_media_type": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 415,
          "error_message": "Send application/x-www-form-urlencoded or application/json, without a Content-Encoding.",
          "error": "unsupported_media_type"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>415</error_code><error_message>Send application/x-www-form-urlencoded or application/json, without a Content-Encoding.</error_message><error>unsupported_media_type</error></svcapi>"
    },
    "header_fields_too_large": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 431,
          "error_message": "The header fields are too many or too large.",
          "error": "header_fields_too_large"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>431</error_code><error_message>The header fields are too many or too large.</error_message><error>header_fields_too_large</error></svcapi>"
    },
    "invalid_time": {
      "json": {
        "version": "2.0",
        "timestamp": 1718625600,
        "resource": "error",
        "request": "/ws/v2.0/api/time",
        "svcapi": {
          "error_code": 500,
          "error_message": "This is not a galactic time. Accepted are cgt as “Y12D3” or “Year 12 Day 3”, either with “, 05:12” or “, 05:12:14” behind it, and time as a number of Unix seconds from 912668400.",
          "error": "invalid_time",
          "parameter": "cgt"
        }
      },
      "xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svcapi version=\"2.0\" timestamp=\"1718625600\" resource=\"error\" request=\"/ws/v2.0/api/time\"><error_code>500</error_code><error_message>This is not a galactic time. Accepted are cgt as “Y12D3” or “Year 12 Day 3”, either with “, 05:12” or “, 05:12:14” behind it, and time as a number of Unix seconds from 912668400.</error_message><error>invalid_time</error><parameter>cgt</parameter></svcapi>"
    }
  }
};
