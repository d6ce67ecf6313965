"""How strong the players of ranked races are, by OpenSkill's Plackett–Luce, which rates two players and more alike."""
