/** Invented names. Each follows from a number, so that no two characters or factions of the largest galaxy share one. */
const given = (
  'Ada Aiko Alma Amara Anouk Ansel Arlo Astrid Aurel Basil Beata Bram Brisa Cato Celia Cosmo Dalia Dario Edda Elio ' +
  'Elke Emeka Enzo Esme Farah Felix Fenna Flora Gael Greta Hedda Hiro Ida Ilse Imre Inés Iris Isolde Ivo Jarek Jonna ' +
  'Joren Juno Kaito Kalina Karim Keira Kofi Lars Leander Linnea Lorenz Ludo Maia Malik Marit Mateo Mila Mirek Nadia ' +
  'Naoko Nestor Nils Noor Odile Olan Orla Oskar Paloma Pavel Petra Quill Rafiq Ramona Renske Rosalba Rune Sabine ' +
  'Salome Samir Senna Sidra Silas Sölve Søren Tamsin Tariq Tilda Tomas Ulla Valter Vera Viggo Willa Xenia Yara Yusuf ' +
  'Zahra Zoë Zora'
).split(' ');

const first = (
  'Amber Ash Briar Bright Calder Cinder Clear Cold Copper Dawn Deep Dusk East Ember Fair Far Fern Flint Frost Glass ' +
  'Grey Hollow Long Marsh Mist Oak Pale Quick Rain Salt Slate Still Stone Summer Thorn Tide Wander West Willow Wind'
).split(' ');

const second = (
  'acre brook combe crest croft dale den fall field ford gate glen hurst lea lock mead mere more ness reach ridge ' +
  'row shaw stead strand thwaite vale ward well wick wood worth'
).split(' ');

const banners = (
  'Amberline Cinderfall Coldharbour Copperleaf Driftwater Eastreach Fairlight Farshore Gorseway Greyhollow Highmeadow ' +
  'Kilnmoor Lanternlight Longhaul Millrace Moorhen Northlight Oldgate Palewater Quarrystone Saltmarsh Slateford ' +
  'Stillwater Tidewater Undertow Waymark Windrose Wintergreen'
).split(' ');

const bodies = (
  'Shipwrights, Mining Cooperative, Trading Company, Survey Office, Salvage Guild, Couriers, ' +
  'Foundry League, Growers, Settlers’ Council, Medical Order, Prospectors & Sons, Carriers, Watch'
).split(', ');

export const types = {
  race: 'Ashkeel Brennick Deshune Hollowkin Korrewyn Lowlander Mirovash Ombrate Sandreff Yillish'.split(' '),
  ship: (
    'Avocet Bunting Corncrake Curlew Dipper Dunlin Fieldfare Gadwall Gannet Garganey Goldcrest Grebe Heron Kittiwake ' +
    'Lapwing Linnet Nuthatch Petrel Plover Redshank Shearwater Siskin Wagtail Wheatear'
  )
    .split(' ')
    .map((bird, index) => `${bird} ${['courier', 'freighter', 'tug', 'survey ship', 'tanker', 'liner'][index % 6]}`),
  vehicle:
    'Badger crawler, Hare buggy, Ibex walker, Marten skimmer, Mole driller, Otter barge, Stoat hauler, Vole sled'.split(
      ', ',
    ),
  creature: ['Dune ox', 'Lantern eel', 'Marsh strider', 'Thornback'],
  item: ['Breathing mask', 'Field kit', 'Hand lamp', 'Prospector’s scanner', 'Star atlas', 'Thermal coat'],
  droid: ['Lift droid', 'Porter droid', 'Survey droid', 'Welding droid'],
  material: ['Copper', 'Iron ore', 'Quartz', 'Timber', 'Water ice'],
  stock: ['Crate of machine parts', 'Crate of medicine', 'Drum of reactor fuel'],
  weapon: ['Flare gun', 'Ice lance', 'Stun baton'],
} as const;

const plants = ['Foundry', 'Refinery', 'Shipyard', 'Works', 'Depot', 'Mill', 'Assembly Hall'];
const ports = ['Station', 'Anchorage', 'Relay', 'Dock'];
const crews = ['day shift', 'dock crew', 'night watch'];

export const HANA = 'Hana Veil';

export function characterName(number: number): string {
  if (number === 0) return HANA;
  // The step and the count have no common factor, so each name comes once before any repeats.
  const spread = (number * 7919) % (given.length * first.length * second.length);
  return `${given[spread % given.length]} ${surname(Math.floor(spread / given.length))}`;
}

export function factionName(number: number): string {
  if (number === 0) return 'Meridian Freight Union';
  if (number === 1) return 'Perihelion Clearing House';
  const spread = (number * 29) % (banners.length * bodies.length);
  return `${banners[spread % banners.length]} ${bodies[Math.floor(spread / banners.length)]}`;
}

export function placeName(number: number): string {
  return surname(number * 37);
}

export function facilityName(number: number): string {
  return number === 0 ? 'Veil Point Shipyard' : `${placeName(number)} ${plants[number % plants.length]}`;
}

export function stationName(number: number): string {
  return `${placeName(number + 500)} ${ports[number % ports.length]}`;
}

export function npcName(number: number): string {
  return `${given[(number * 31) % given.length]} of the ${crews[number % crews.length]}`;
}

function surname(number: number): string {
  const family = number % (first.length * second.length);
  return `${first[family % first.length]}${second[Math.floor(family / first.length)]}`;
}
