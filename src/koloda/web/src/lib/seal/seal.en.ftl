# The words of the seal and of the check of a deal: they are loaded when somebody opens it.
seal-line = Nobody chooses the cards: the server shows the fingerprint of a secret before the deal, and every player's page adds a number of its own. After the match your page can check every shuffle.
seal-open = The fingerprint is shown; the pages add their numbers when the cards are dealt.
seal-numbers = Numbers in this deal: { $names }.
seal-no-numbers = No page has added a number to this deal.
seal-late = Did not show their number in time: { $names }.
seal-old = This deal was sealed in the old way, without numbers of the pages.
commitment = Fingerprint of the secret
secret = Secret
seal-details = Fingerprints and numbers
seal-by-rule = by the rule

# Check the deal
check-line = Before the first card the table showed the fingerprint of a secret, and the players' pages added numbers of their own. Now all of it is open: your browser compares it with what it saw then, and computes every shuffle again.
check-line-old = This deal was sealed in the old way: with a secret and words that players could add. Your browser computes the fingerprint and every shuffle again.
check-none = This record was uploaded: its deal was not sealed, there is nothing to check.
check-good = The deal was fair: { PLURAL($n) ->
    [one] { $n } answer
   *[other] { $n } answers
  } of chance came out the same.
check-old = It was sealed in the old way: the server could choose its secret beforehand, so this seal proves less.
check-numbers = Numbers of their own were added by: { $names }.
check-no-numbers = No page added a number: the server alone chose the secret, so this seal proves less.
check-late = Did not show their number in time: { $names }.
check-seen = It agrees with what this page saw at the table: fingerprints, numbers, draws and { PLURAL($n) ->
    [one] { $n } line
   *[other] { $n } lines
  } of the log.
check-no-pack = The server did not tell what cards this game is played with: they were not compared. Try again later, or use koloda verify.
check-unseen = This browser was not at the table, so it cannot tell whether this fingerprint was shown before the deal.
check-not-mine = Your own page's number is not in it: it came too late, or you sat down after the deal.
check-terminal = The page does not know the rules. In the terminal, “koloda verify” plays them again from the downloaded record.
check-bad-seal-shape = The seal is damaged: “{ $what }”.
check-bad-contradicted = While the match was played, the server contradicted itself: this page saw different fingerprints, numbers, draws or results.
check-bad-other-way = The deal was sealed in one way at the table; the record's seal is of another.
check-bad-other-match = This is the record of another match: this page saw { $seen }, the record has { $told }.
check-bad-other-game = The table had another “{ $what }”: { $seen }; the record has { $told }.
check-bad-other-commitment = Before the deal the server showed another fingerprint of its secret.
check-bad-other-commit = { $name }: before the deal the fingerprint of this seat's number was another one.
check-bad-other-nonce = { $name }: after the deal another number was shown for this seat.
check-bad-my-nonce = { $name }: your page added another number than the record has.
check-bad-secret = The fingerprint does not match: the deal was not sealed with this secret.
check-bad-nonce = { $name }: the number does not fit its fingerprint.
check-bad-rule-nonce = { $name } added no number, and the record has another one than the rule says.
check-bad-other-request = Draw { $n } was announced in play as “{ $seen }”; in the record it is “{ $told }”.
check-bad-request-count = The record has { $told } draws; in play there were { $seen }.
check-bad-other-line = After move { $n } this page saw something else than the record tells.
check-bad-other-result = The result is not the one that this page saw.
check-bad-two-ends = The record says both that all agreed to end the match and how it ended.
check-bad-played-on = This page saw that all agreed to end the match; in the record it goes on.
check-bad-take-backs = The record tells of { $told } take-backs; this page knows of { $seen }.
check-bad-opening = Draw { $n } should be “{ $want }”, as in every match of this game; the record has “{ $told }”.
check-bad-pack = Draw { $n } shuffles cards that are not those of the game. Too many: { $extra }; missing: { $lacking }.
check-bad-pick-range = Draw { $n }: the record does not say out of how many was picked.
check-bad-shuffle = Draw { $n }: the shuffle is not the one that follows from the seal.
check-bad-pick = Draw { $n }: the pick is not the one that follows from the seal.
