# A house: whose it is, what it has to say, how one comes in
house-word = From the host of this site
house-draining = This site is about to close: running matches are played to their end, and no new ones begin.
house-by = A table by { $name }
house-imprint = Imprint
house-invite-only = This site is by invitation only. If you have a link, open it; if not, ask the host of this site.
invitation = Your invitation
invitation-welcome = Welcome! Now you may make tables and sit down at those of others.
invitation-welcome-to = Welcome to { $name }! Now you may make tables and sit down at those of others.
house-privacy = Privacy
