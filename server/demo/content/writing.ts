import type { DemoTopic } from './topic.ts'

export const writing: DemoTopic = {
  projects: [
    {
      title: 'Content Writing for a slow travel guide',
      description:
        'Twelve regions by train and on foot, a thousand words each. We pay for the trips and want stories, not lists.',
      scope: 'One region per writer to begin with. Every piece has a map, a timetable box and one recipe.',
      skills: 'Content Writing, Editing, Travel, Research',
      tier: 'silver',
      organization: 'Branch Line Press',
      budget: '4800',
      weeklyHours: 10,
      deadlineInDays: 66,
      deliverables: 'One text of 1,000 words per region\nTimetable box\nRecipe',
    },
    {
      title: 'Plain-language guide to tenants’ rights',
      description:
        'Forty questions that people really ask, answered so that one reading is enough. A lawyer checks every page.',
      skills: 'Content Writing, Plain Language, Legal Research',
      tier: 'bronze',
      status: 'assigned',
      isCreatorsOwn: true,
      organization: 'Harbour Lane Collective',
      budget: '2400',
      weeklyHours: 8,
      deadlineInDays: 32,
      tags: 'housing, plain language',
    },
    {
      title: 'Grant application for a mobile repair workshop',
      description:
        'A van with a workbench visits villages and fixes things. Help us say so in the words a foundation needs.',
      skills: 'Grant Writing, Budgeting, Storytelling',
      tier: 'bronze',
      weeklyHours: 6,
      deadlineInDays: 21,
    },
    {
      title: 'Перевод и редактура сборника сказок',
      description:
        'Двенадцать северных сказок в новом пересказе для детей. Нужен редактор, который бережно сохранит ритм устной речи.',
      scope: 'Четыре сказки уже переведены, остальные восемь — за вами. Иллюстрации готовит другая команда.',
      skills: 'Перевод, Редактура, Русский язык',
      tier: 'silver',
      weeklyHours: 10,
      budget: '2100',
      deadlineInDays: 75,
      tags: 'сказки, перевод, дети',
    },
    {
      title: 'Interview series with retired shipbuilders',
      description: 'Nine people who built ships by hand, recorded and written down before the stories are gone.',
      skills: 'Interviewing, Transcription, Editing, Audio',
      tier: 'basic',
      status: 'completed',
      weeklyHours: 6,
      deadlineInDays: -48,
    },
    {
      title: 'Newsletter for a seed bank',
      description:
        'Once a month: what was sown, what came up, what to save now. A warm voice and no exclamation marks.',
      skills: 'Copywriting, Gardening, Email',
      tier: 'basic',
      weeklyHours: 3,
      tags: 'newsletter, plants',
    },
  ],
  tasks: [
    ['Agree on voice and reader', 'Three sentences we would write and three we would not.'],
    ['Collect the forty questions', 'From the counter, the phone and the inbox; note how often each is asked.'],
    ['Write the first sample chapter', 'It sets the tone; expect two rounds of comments.'],
    ['Check facts and dates', 'Every number gets a source in the margin.'],
    ['Interview the station master', 'An hour is planned, with the recorder on the table.'],
    ['Cut the introduction by half', 'The reader should be in the story by the second paragraph.'],
    ['Write captions for the photographs', 'Who, where, when, and one thing that cannot be seen.'],
    ['Send the pages to the lawyer', 'Mark the three answers that we are not sure of.'],
    ['Read everything aloud', 'What cannot be said in one breath becomes two sentences.'],
    ['Make a glossary', 'Twenty words at most; the rest is said differently.'],
    ['Translate the summary', 'Short and exact; the long version follows later.'],
    ['Prepare the budget table', 'In the form the foundation asks for, with the workshop’s real costs.'],
    ['Proofread the second half', 'Spelling, hyphens, names of places.'],
    ['Choose the title', 'Five candidates, one vote each.'],
  ],
}
