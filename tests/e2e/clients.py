"""Posts a picture with a client that is not ours: clients.py mastodon|telegram URL TOKEN PICTURE"""

import asyncio
import sys

kind, url, token, picture = sys.argv[1:]
caption = "Varzi conquista Cecima.\n\nTurno 7 · #Oltrepò"

if kind == "mastodon":
    from mastodon import Mastodon

    server = Mastodon(api_base_url=url, access_token=token, version_check_mode="none")
    media = server.media_post(picture, mime_type="image/png", description="Una mappa.")
    status = server.status_post(
        caption, media_ids=[media["id"]], language="it", visibility="public", idempotency_key="una-volta"
    )
    again = server.status_post(
        caption, media_ids=[media["id"]], language="it", visibility="public", idempotency_key="una-volta"
    )
    assert status["id"] == again["id"]
    read = server.account_statuses(server.account_verify_credentials()["id"], limit=40)
    assert [s["id"] for s in read] == [status["id"]], read
else:
    from telegram import Bot

    async def post():
        async with Bot(token, base_url=url + "/bot") as bot:
            assert (await bot.get_chat("@guerra")).title == "La guerra"
            with open(picture, "rb") as file:
                message = await bot.send_photo("@guerra", file, caption=caption)
            assert message.message_id > 0

    asyncio.run(post())
