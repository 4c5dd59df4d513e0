"""Words of two languages: English ones that a machine reads, French ones that it says, and rows.

One line is one word with its French. More words cost lines here and nothing else. Of nouns and
verbs that are spelled alike, as love, both are there; the machine finds out which is meant.
"""

from collections.abc import Iterable
from dataclasses import dataclass

VOWELS = "aeiouyâàéèêëîïôöûùœh"
ASPIRATED = ("hibou", "héros", "haut", "huit")  # an h before which nothing is elided
NUMBERS = {"two": "deux", "three": "trois", "four": "quatre", "five": "cinq", "six": "six"}


@dataclass(frozen=True)
class Noun:
    """A noun: singular and plural in both languages ("-" for none), its gender, and its kind.

    `kind` is "job" (without an article after être), "mass" (some bread), or "".
    """

    english: tuple[str, str]
    french: tuple[str, str]
    feminine: bool
    kind: str = ""


@dataclass(frozen=True)
class Adjective:
    """An adjective: its four French forms, where it stands, and its form before a vowel.

    `french` has masculine, feminine, and both plurals; `before` says that it precedes its noun.
    """

    english: str
    french: tuple[str, str, str, str]
    before: bool = False
    liaison: str = ""


@dataclass(frozen=True)
class Verb:
    """A verb: base, third person and -ing form; French present of je, il, nous, vous, ils.

    The infinitive stands first in `french`, which has 6 forms.
    """

    english: tuple[str, str, str]
    french: tuple[str, ...]


NOUN_LINES = """
cat cats | chat chats m
dog dogs | chien chiens m
horse horses | cheval chevaux m
bird birds | oiseau oiseaux m
fish fish | poisson poissons m
sheep sheep | mouton moutons m
animal animals | animal animaux m
owl owls | hibou hiboux m
house houses | maison maisons f
tree trees | arbre arbres m
flower flowers | fleur fleurs f
garden gardens | jardin jardins m
car cars | voiture voitures f
train trains | train trains m
boat boats | bateau bateaux m
book books | livre livres m
letter letters | lettre lettres f
story stories | histoire histoires f
word words | mot mots m
name names | nom noms m
idea ideas | idée idées f
question questions | question questions f
table tables | table tables f
chair chairs | chaise chaises f
bed beds | lit lits m
door doors | porte portes f
window windows | fenêtre fenêtres f
key keys | clé clés f
room rooms | chambre chambres f
hat hats | chapeau chapeaux m
bag bags | sac sacs m
game games | jeu jeux m
song songs | chanson chansons f
star stars | étoile étoiles f
sun suns | soleil soleils m
moon moons | lune lunes f
sea seas | mer mers f
island islands | île îles f
river rivers | rivière rivières f
mountain mountains | montagne montagnes f
city cities | ville villes f
street streets | rue rues f
school schools | école écoles f
hotel hotels | hôtel hôtels m
hospital hospitals | hôpital hôpitaux m
castle castles | château châteaux m
church churches | église églises f
shop shops | magasin magasins m
country countries | pays pays m
apple apples | pomme pommes f
orange oranges | orange oranges f
egg eggs | œuf œufs m
bread breads | pain pains m mass
water waters | eau eaux f mass
milk milks | lait laits m mass
coffee coffees | café cafés m mass
tea teas | thé thés m mass
cheese cheeses | fromage fromages m mass
meat meats | viande viandes f mass
money - | argent - m mass
music - | musique - f mass
friend friends | ami amis m
man men | homme hommes m
woman women | femme femmes f
wife wives | femme femmes f
husband husbands | mari maris m
child children | enfant enfants m
baby babies | bébé bébés m
boy boys | garçon garçons m
girl girls | fille filles f
son sons | fils fils m
daughter daughters | fille filles f
brother brothers | frère frères m
sister sisters | sœur sœurs f
mother mothers | mère mères f
father fathers | père pères m
family families | famille familles f
neighbor neighbors | voisin voisins m
king kings | roi rois m
queen queens | reine reines f
hero heroes | héros héros m
teacher teachers | professeur professeurs m job
doctor doctors | médecin médecins m job
student students | étudiant étudiants m job
hand hands | main mains f
eye eyes | œil yeux m
head heads | tête têtes f
heart hearts | cœur cœurs m
knee knees | genou genoux m
day days | jour jours m
night nights | nuit nuits f
hour hours | heure heures f
love loves | amour amours m
work works | travail travaux m
sleep - | sommeil - m
dream dreams | rêve rêves m
dance dances | danse danses f
drink drinks | boisson boissons f
walk walks | promenade promenades f
"""

ADJECTIVE_LINES = """
big | grand grande grands grandes before
tall | grand grande grands grandes before
small | petit petite petits petites before
little | petit petite petits petites before
good | bon bonne bons bonnes before
bad | mauvais mauvaise mauvais mauvaises before
beautiful | beau belle beaux belles before bel
pretty | joli jolie jolis jolies before
old | vieux vieille vieux vieilles before vieil
new | nouveau nouvelle nouveaux nouvelles before nouvel
young | jeune jeune jeunes jeunes before
other | autre autre autres autres before
first | premier première premiers premières before
last | dernier dernière derniers dernières before
white | blanc blanche blancs blanches
black | noir noire noirs noires
red | rouge rouge rouges rouges
green | vert verte verts vertes
blue | bleu bleue bleus bleues
yellow | jaune jaune jaunes jaunes
happy | heureux heureuse heureux heureuses
sad | triste triste tristes tristes
tired | fatigué fatiguée fatigués fatiguées
sick | malade malade malades malades
interesting | intéressant intéressante intéressants intéressantes
intelligent | intelligent intelligente intelligents intelligentes
smart | intelligent intelligente intelligents intelligentes
important | important importante importants importantes
rich | riche riche riches riches
poor | pauvre pauvre pauvres pauvres
strong | fort forte forts fortes
expensive | cher chère chers chères
easy | facile facile faciles faciles
difficult | difficile difficile difficiles difficiles
kind | gentil gentille gentils gentilles
funny | drôle drôle drôles drôles
strange | étrange étrange étranges étranges
honest | honnête honnête honnêtes honnêtes
famous | célèbre célèbre célèbres célèbres
hot | chaud chaude chauds chaudes
cold | froid froide froids froides
french | français française français françaises
english | anglais anglaise anglais anglaises
"""

VERB_LINES = """
see sees seeing | voir vois voit voyons voyez voient
eat eats eating | manger mange mange mangeons mangez mangent
drink drinks drinking | boire bois boit buvons buvez boivent
like likes liking | aimer
love loves loving | aimer
hate hates hating | détester
have has having | avoir ai a avons avez ont
want wants wanting | vouloir veux veut voulons voulez veulent
know knows knowing | connaître connais connaît connaissons connaissez connaissent
take takes taking | prendre prends prend prenons prenez prennent
understand understands understanding | comprendre comprends comprend comprenons comprenez comprennent
learn learns learning | apprendre apprends apprend apprenons apprenez apprennent
speak speaks speaking | parler
talk talks talking | parler
work works working | travailler
play plays playing | jouer
sing sings singing | chanter
dance dances dancing | danser
dream dreams dreaming | rêver
sleep sleeps sleeping | dormir dors dort dormons dormez dorment
read reads reading | lire lis lit lisons lisez lisent
write writes writing | écrire écris écrit écrivons écrivez écrivent
draw draws drawing | dessiner
study studies studying | étudier
give gives giving | donner
find finds finding | trouver
show shows showing | montrer
bring brings bringing | apporter
carry carries carrying | porter
wear wears wearing | porter
buy buys buying | acheter achète achète achetons achetez achètent
sell sells selling | vendre vends vend vendons vendez vendent
lose loses losing | perdre perds perd perdons perdez perdent
hear hears hearing | entendre entends entend entendons entendez entendent
watch watches watching | regarder
look_at looks_at looking_at | regarder
look_for looks_for looking_for | chercher
wait_for waits_for waiting_for | attendre attends attend attendons attendez attendent
listen_to listens_to listening_to | écouter
open opens opening | ouvrir ouvre ouvre ouvrons ouvrez ouvrent
close closes closing | fermer
help helps helping | aider
visit visits visiting | visiter
leave leaves leaving | quitter
live lives living | habiter
walk walks walking | marcher
run runs running | courir cours court courons courez courent
come comes coming | venir viens vient venons venez viennent
go goes going | aller vais va allons allez vont
make makes making | faire fais fait faisons faites font
choose chooses choosing | choisir choisis choisit choisissons choisissez choisissent
finish finishes finishing | finir finis finit finissons finissez finissent
"""  # noqa: E501

PREPOSITIONS = {
    "with": "avec",
    "in": "dans",
    "on": "sur",
    "under": "sous",
    "for": "pour",
    "without": "sans",
    "behind": "derrière",
    "against": "contre",
}
ADVERBS = {"here": "ici", "there": "là", "now": "maintenant", "today": "aujourd'hui"}
ADVERBS |= {"well": "bien", "too": "aussi"}


def lines(text: str) -> Iterable[tuple[list[str], list[str]]]:
    """The English and the French words of each line, with spaces inside expressions."""
    for line in text.strip().splitlines():
        english, french = line.split(" | ")
        yield [word.replace("_", " ") for word in english.split()], french.split()


def nouns() -> tuple[Noun, ...]:
    """All nouns, in the order of the lines."""
    return tuple(
        Noun((one, many), (un, des), gender == "f", *kind)
        for (one, many), (un, des, gender, *kind) in lines(NOUN_LINES)
    )


def adjectives() -> tuple[Adjective, ...]:
    """All adjectives, in the order of the lines."""
    return tuple(
        Adjective(english, (ms, fs, mp, fp), bool(rest), "".join(rest[1:]))
        for (english,), (ms, fs, mp, fp, *rest) in lines(ADJECTIVE_LINES)
    )


def verbs() -> tuple[Verb, ...]:
    """All verbs, in the order of the lines; one in -er needs no forms."""
    return tuple(
        Verb((base, third, ing), (found[0], *(found[1:] or regular(found[0]))))
        for (base, third, ing), found in lines(VERB_LINES)
    )


def regular(infinitive: str) -> list[str]:
    """The present of a verb in -er: je, il, nous, vous, ils."""
    return [infinitive[:-2] + ending for ending in ("e", "e", "ons", "ez", "ent")]


def elides(french: str) -> bool:
    """Whether a word begins with the sound of a vowel, so that le before it is l'."""
    return french[0] in VOWELS and not french.startswith(ASPIRATED)
