"""The 256 words of which recovery words are made, in both languages in the same order: each is worth eight bits.

A list that is in use must not change: the words of everybody would open nothing any more.
"""

from __future__ import annotations

PAIRS = """
дом house, окно window, дверь door, стол table, стул chair, лампа lamp, ковер carpet, кровать bed
полка shelf, чашка cup, ложка spoon, вилка fork, нож knife, тарелка plate, чайник kettle, стакан glass
хлеб bread, масло butter, сыр cheese, молоко milk, сахар sugar, соль salt, перец pepper, мед honey
яблоко apple, груша pear, слива plum, вишня cherry, лимон lemon, арбуз melon, тыква pumpkin, морковь carrot
капуста cabbage, огурец cucumber, горох peas, гриб mushroom, орех nut, ягода berry, суп soup, каша porridge
пирог pie, торт cake, чай tea, кофе coffee, вода water, огонь fire, лед ice, снег snow
дождь rain, ветер wind, туман fog, гроза storm, радуга rainbow, солнце sun, луна moon, звезда star
небо sky, облако cloud, земля earth, песок sand, камень stone, гора mountain, холм hill, лес forest
поле field, луг meadow, сад garden, река river, озеро lake, море sea, остров island, берег shore
мост bridge, дорога road, город city, деревня village, площадь square, рынок market, башня tower, замок castle
церковь church, школа school, театр theatre, музей museum, вокзал station, поезд train, вагон carriage, машина car
колесо wheel, лодка boat, парус sail, корабль ship, якорь anchor, самолет plane, ракета rocket, санки sledge
дерево tree, береза birch, дуб oak, сосна pine, ель spruce, клен maple, ива willow, трава grass
цветок flower, роза rose, тюльпан tulip, лист leaf, ветка branch, корень root, семя seed, мох moss
кошка cat, собака dog, корова cow, лошадь horse, коза goat, овца sheep, свинья pig, кролик rabbit
медведь bear, волк wolf, лиса fox, заяц hare, белка squirrel, еж hedgehog, лось elk, олень deer
лев lion, тигр tiger, слон elephant, жираф giraffe, зебра zebra, верблюд camel, кит whale, дельфин dolphin
рыба fish, щука pike, рак crab, лягушка frog, змея snake, черепаха turtle, птица bird, голубь pigeon
ворона crow, сова owl, орел eagle, утка duck, гусь goose, лебедь swan, петух rooster, курица hen
пчела bee, муравей ant, бабочка butterfly, паук spider, жук beetle, комар mosquito, улитка snail, стрекоза dragonfly
рука hand, нога leg, голова head, глаз eye, нос nose, ухо ear, рот mouth, зуб tooth
палец finger, волос hair, спина back, сердце heart, плечо shoulder, колено knee, борода beard, улыбка smile
шапка hat, шарф scarf, пальто coat, рубашка shirt, платье dress, юбка skirt, сапог boot, туфля shoe
носок sock, перчатка glove, пояс belt, карман pocket, пуговица button, нитка thread, игла needle, зонт umbrella
книга book, тетрадь notebook, ручка pen, карандаш pencil, краска paint, бумага paper, письмо letter, марка stamp
карта map, часы clock, ключ key, зеркало mirror, свеча candle, спичка match, корзина basket, мешок sack
молоток hammer, гвоздь nail, пила saw, топор axe, лопата shovel, веревка rope, лестница ladder, метла broom
мяч ball, кукла doll, кубик cube, флаг flag, барабан drum, труба trumpet, скрипка violin, гитара guitar
песня song, танец dance, сказка tale, шутка joke, загадка riddle, подарок gift, праздник feast, зима winter
весна spring, лето summer, осень autumn, утро morning, вечер evening, ночь night, день day, год year
король king, рыцарь knight, моряк sailor, повар cook, врач doctor, учитель teacher, художник painter, пекарь baker
золото gold, серебро silver, железо iron, медь copper, жемчуг pearl, янтарь amber, стрела arrow, щит shield
"""
RU, EN = (tuple(pair.split()[n] for line in PAIRS.split("\n") for pair in line.split(", ") if pair) for n in (0, 1))
NUMBERS = {word: number for words in (RU, EN) for number, word in enumerate(words)}
