/** Invented names. Each follows from a number, so that no two characters or factions of the largest galaxy share one. */
const given = (
  'Ada Aiko Alma Anouk Ansel Arlo Astrid Beata Bram Cato Celia Dalia Dario Edda Elio Emeka Enzo Farah Felix Flora ' +
  'Gael Greta Hedda Hiro Ida Imre Inés Iris Ivo Jonna Juno Kaito Karim Keira Kofi Lars Linnea Maia Malik Marit Mateo ' +
  'Mila Nadia Nils Noor Odile Orla Oskar Petra Quill Rafiq Rosalba Rune Sabine Samir Sölve Tariq Vera Yara Zoë'
).split(' ');

const first = (
  'Amber Ash Briar Bright Cinder Clear Copper Dawn Deep Dusk Ember Far Fern Flint Frost Grey Hollow Long Mist Oak ' +
  'Pale Rain Slate Still'
).split(' ');

const second = (
  'acre brook combe crest croft dale den fall field ford gate glen hurst lock mere ness reach ridge shaw strand vale ' +
  'ward well wood'
).split(' ');

const banners = (
  'Amberline Cinderfall Coldharbour Driftwater Eastreach Fairlight Gorseway Highmeadow Lanternlight Longhaul Northlight ' +
  'Oldgate Stillwater Windrose'
).split(' ');

const bodies = (
  'Shipwrights, Mining Cooperative, Trading Company, Survey Office, Salvage Guild, Couriers, Growers, ' +
  'Settlers’ Council, Medical Order, Prospectors & Sons'
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
  item: ['Breathing mask', 'Field kit', 'Hand lamp', 'Prospector’s scanner', 'Star atlas', 'Thermal coat'],
  droid: ['Lift droid', 'Porter droid', 'Survey droid', 'Welding droid'],
} as const;

export function characterName(number: number): string {
  if (number === 0) return 'Hana Veil';
  // The step and the count have no common factor, so each name comes once before any repeats.
  const spread = (number * 7919) % (given.length * first.length * second.length);
  return `${given[spread % given.length]} ${surname(Math.floor(spread / given.length))}`;
}

export function factionName(number: number): string {
  if (number === 0) return 'Meridian Freight Union';
  const spread = (number * 29) % (banners.length * bodies.length);
  return `${banners[spread % banners.length]} ${bodies[Math.floor(spread / banners.length)]}`;
}

export function placeName(number: number): string {
  return surname(number * 37);
}

export function facilityName(number: number): string {
  return number === 0 ? 'Veil Point Shipyard' : `${placeName(number)} Works`;
}

function surname(number: number): string {
  const family = number % (first.length * second.length);
  return `${first[family % first.length]}${second[Math.floor(family / first.length)]}`;
}
