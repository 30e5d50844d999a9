/** Parts of the texts of a large market: they make many different texts, in which words are as common or rare as in people's texts. */

/** The most frequent come first: the seed picks these more often. */
export const skills = [
  'React', 'TypeScript', 'Python', 'Design', 'Node.js', 'CSS', 'PostgreSQL', 'Figma', 'Writing', 'Research', 'Docker',
  'Testing', 'Accessibility', 'Kotlin', 'Swift', 'Go', 'Rust', 'Vue', 'Java', 'C#', 'GraphQL', 'Translation', 'SEO',
  'Marketing', 'Illustration', 'Animation', 'Data analysis', 'Machine learning', 'Statistics', 'Kubernetes', 'Terraform',
  'Linux', 'Security', 'Photography', 'Video editing', 'Copywriting', 'Proofreading', 'Svelte', 'Angular', 'PHP', 'Laravel',
  'Ruby', 'Elixir', 'C++', 'Embedded', 'Electronics', 'Cartography', 'Teaching', 'Fundraising', 'Bookkeeping', 'Law',
  'Music', 'Sound design', 'Game design', 'Unity', 'Blender', 'Haskell', 'Scala', 'Erlang', 'Fortran',
] // prettier-ignore

export const things = [
  'booking calendar', 'newsletter', 'inventory', 'member directory', 'donation page', 'mobile app', 'online shop', 'field guide',
  'timetable', 'volunteer rota', 'recipe archive', 'map of wheelchair ramps', 'podcast site', 'lesson planner', 'budget tracker',
  'photo library', 'seed exchange', 'tool lending shelf', 'waiting list', 'press kit', 'annual report', 'style guide',
  'translation memory', 'reading list', 'parking guide', 'energy dashboard', 'water quality monitor', 'repair manual',
  'ticket desk', 'crossword generator', 'chess trainer', 'sheet music viewer', 'weather station', 'bird census', 'tide table',
  'bus departure board', 'choir schedule', 'allotment register', 'ferry timetable', 'museum audio tour',
] // prettier-ignore

export const audiences = [
  'a community garden', 'a neighbourhood library', 'small bakeries', 'a cycling club', 'rural clinics', 'night schools',
  'a youth orchestra', 'independent bookshops', 'a food bank', 'mountain huts', 'harbour pilots', 'a housing cooperative',
  'language teachers', 'amateur astronomers', 'a theatre company', 'beekeepers', 'public swimming pools', 'a sailing school',
  'school kitchens', 'a repair café', 'market traders', 'home carers', 'a marathon', 'foster families', 'a local museum',
  'river wardens', 'dance studios', 'a printing workshop', 'stage technicians', 'mushroom hunters',
] // prettier-ignore

/** First sentences of descriptions. `%s` stands for the name of the people that the project is for. */
export const openings = [
  '%s keeps this on paper today and loses an afternoon a week to it.',
  'For three years %s has run this from one spreadsheet that only one person understands.',
  '%s is opening a second place in spring and needs this to work for both.',
  'Volunteers at %s began this last winter; half of it works, and the other half is described here.',
  'A grant lets %s pay for this properly, from the first sketch to the handover.',
  '%s wants something people of every age can use without being shown how.',
  'The old system of %s is switched off in autumn, and its records have to come along.',
  'People ask %s for this almost daily, mostly by telephone.',
]

export const middles = [
  'The first part is a short study with the people who will use it.',
  'It has to work on old phones and with a poor connection.',
  'Screens for the office come first, then those for visitors.',
  'We have drawings of every page and a list of what each button does.',
  'Existing records are in several formats and partly wrong.',
  'Texts are needed in four languages, one of which is written from right to left.',
  'Payments stay with the bank; we only record that they were made.',
  'Nothing may be lost when two people change the same entry.',
  'An interface for the county is described in a document of sixty pages.',
  'Large type, strong contrast and a keyboard are all that some of our readers have.',
  'A printed version leaves the house every Friday at noon.',
  'Measurements come in every ten minutes from forty sensors.',
]

export const endings = [
  'We answer questions within a day and meet once a week.',
  'Half is paid at the start and half when it runs.',
  'The work is open source, and your name stays on it.',
  'Please show us something you made that is still in use.',
  'Tasks are small on purpose; take one or take ten.',
  'There is no hurry, and there is a date.',
  'Beginners are welcome where a task says so.',
  'What we learn on the way decides what comes second.',
]

/** Three of these syllables make a name. There are 64,000 names, so that each is rare. */
export const syllables = [
  'ba', 'bel', 'cor', 'dan', 'del', 'dor', 'el', 'fen', 'fir', 'gal', 'gor', 'hal', 'hol', 'il', 'jas', 'kel', 'kor', 'lan', 'lin',
  'lor', 'mar', 'mel', 'mor', 'nal', 'nor', 'or', 'pal', 'pel', 'quin', 'ras', 'rol', 'sal', 'sor', 'tal', 'tor', 'ul', 'var',
  'wil', 'yor', 'zan',
] // prettier-ignore
