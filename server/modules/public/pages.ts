import { brand } from '#shared/brand.ts'
import { paths } from '#shared/rules/addresses.ts'
import { nameOf, personText } from '#shared/rules/person.ts'
import { PUBLIC_LIST, publicProjectPath, publicTaskPath } from '#shared/rules/public-pages.ts'
import { html, type Markup, prose } from './html.ts'
import { page, type PageHead } from './look.ts'
import type { ListedProject, PublicOwner, PublicProject, PublicTask } from './repository.ts'
import { bounded, oneLine, rewardOf, skillsOf, stateOf, termSentences } from './words.ts'

/** The most bytes of each text, so that a page stays below 30 kB whatever people wrote. */
const BYTES = { brief: 6_000, scope: 3_500, title: 600, listed: 160, line: 300, skill: 100, doneWhen: 3_000 } as const
const SKILLS_SHOWN = 12
/** How many tasks are on the page of a project, and beside a task. */
export const LISTED_TASKS = 20
export const OTHER_TASKS = 5

export type Frame = { origin: string; isIndexed: boolean }
export type Drawn = {
  stopped: ReadonlySet<string>
  /** How the owner pays, by what is on record; null for nothing. */
  payer: string | null
}

const skillList = (skills: readonly string[]): Markup | null =>
  skills.length > 0
    ? html`<ul class="skills">
        ${skills.slice(0, SKILLS_SHOWN).map((skill) => html`<li dir="auto">${oneLine(skill, BYTES.skill)}</li>`)}
      </ul>`
    : null
const ownerLine = (owner: PublicOwner | null, { payer }: Drawn): Markup =>
  html`<p class="soft">
    ${owner !== null && html`By <bdi>${oneLine(personText(owner), BYTES.listed)}</bdi>. `}${payer !== null && !owner?.hasMade && 'The maker of this project: '}${payer}
  </p>`
const taskItem = (task: PublicTask, { stopped }: Drawn): Markup => {
  const { canBeTaken, text } = stateOf(task, stopped)
  return html`<li>
    <a href="${publicTaskPath(task)}" dir="auto">${oneLine(task.title, BYTES.listed)}</a><br /><strong
      >${rewardOf(task)}</strong
    >
    <span class="soft"
      >${task.lease_days} ${task.lease_days === 1 ? 'day' : 'days'} to work. ${!canBeTaken && text}</span
    >
  </li>`
}
const summaryOf = (text: string) => oneLine(text, BYTES.line)

/** What a program reads of a task: what is wanted, and for how much. */
const taskData = (task: PublicTask, origin: string) => ({
  '@type': 'Demand',
  name: oneLine(task.title, BYTES.listed),
  url: `${origin}${publicTaskPath(task)}`,
  availability: task.is_open ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
  ...(task.amount_cents > 0 && {
    priceSpecification: {
      '@type': 'PriceSpecification',
      price: (task.amount_cents / 100).toFixed(2),
      priceCurrency: task.currency,
    },
  }),
})
const personData = (owner: PublicOwner | null) =>
  owner && { '@type': 'Person', name: oneLine(nameOf(owner), BYTES.listed), alternateName: owner.username }

export const projectPage = (
  project: PublicProject,
  tasks: readonly PublicTask[],
  drawn: Drawn,
  frame: Frame,
): string => {
  const path = publicProjectPath(project)
  const head: PageHead = {
    title: oneLine(project.title, BYTES.title),
    summary: summaryOf(project.description),
    path,
    picture: `${PUBLIC_LIST}/${project.id}.png`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Project',
      name: oneLine(project.title, BYTES.title),
      description: summaryOf(project.description),
      url: `${frame.origin}${path}`,
      founder: personData(project.owner) ?? undefined,
      seeks: tasks.slice(0, OTHER_TASKS).map((task) => taskData(task, frame.origin)),
    },
  }
  return page(
    head,
    frame,
    html`<h1 dir="auto">${head.title}</h1>
      ${ownerLine(project.owner, drawn)}${skillList(skillsOf(project.skills))}
      ${prose(bounded(project.description, BYTES.brief))}${
        project.scope !== null &&
        html`<h2>Scope</h2>
          ${prose(bounded(project.scope, BYTES.scope))}`
      }
      <h2>Open tasks</h2>
      ${
        tasks.length > 0
          ? html`<ul class="list">
              ${tasks.map((task) => taskItem(task, drawn))}
            </ul>`
          : html`<p>No task is open now.</p>`
      }
      <p><a href="${paths.projectDialog(project.id)}">See it in ${brand.name}</a></p>`,
  )
}

const factsOf = (task: PublicTask): readonly string[] => [
  ...(task.hours === null ? [] : [`About ${task.hours} ${task.hours === 1 ? 'hour' : 'hours'} of work.`]),
  ...(task.due_on === null ? [] : [`Due on ${task.due_on}.`]),
]

export const taskPage = (task: PublicTask, others: readonly PublicTask[], drawn: Drawn, frame: Frame): string => {
  const path = publicTaskPath(task)
  const state = stateOf(task, drawn.stopped)
  const title = oneLine(task.title, BYTES.title)
  const head: PageHead = {
    title,
    summary: summaryOf(`${rewardOf(task)}. ${state.text} ${task.description}`),
    path,
    picture: `/t/${task.id}.png`,
    data: {
      '@context': 'https://schema.org',
      ...taskData(task, frame.origin),
      description: summaryOf(task.description),
      seller: personData(task.owner) ?? undefined,
    },
  }
  const doneWhen = bounded(task.done_when.map(({ text }) => `– ${text}`).join('\n'), BYTES.doneWhen)
  const project = { id: task.project_id, title: task.project_title }
  return page(
    head,
    frame,
    html`<p class="soft">
        Task of <a href="${publicProjectPath(project)}" dir="auto">${oneLine(task.project_title, BYTES.listed)}</a>
      </p>
      <h1 dir="auto">${title}</h1>
      <p class="sum">${rewardOf(task)}</p>
      <p><strong>${state.text}</strong></p>
      ${ownerLine(task.owner, drawn)}
      ${state.name === 'taken' || state.name === 'done' ? null : html`<a class="act" href="${paths.openTask(task.id)}">${task.mode === 'apply' ? 'Apply for this task' : 'Take this task'}</a>`}
      ${skillList(task.skills)}${prose(bounded(task.description, BYTES.brief))}
      ${
        doneWhen !== '' &&
        html`<h2>Done when</h2>
          ${prose(doneWhen)}`
      }
      <h2>Terms</h2>
      <ul>
        ${[...termSentences(task), ...factsOf(task)].map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
      ${
        others.length > 0 &&
        html`<h2>Other open tasks</h2>
          <ul class="list">
            ${others.map((other) => taskItem(other, drawn))}
          </ul>`
      }`,
  )
}

const projectItem = (project: ListedProject): Markup => {
  const { open, most_cents: most, currency } = project
  const reward = most ? ` · up to ${rewardOf({ amount_cents: most, currency })}` : ''
  return html`<li>
    <a href="${publicProjectPath(project)}" dir="auto">${oneLine(project.title, BYTES.listed)}</a><br /><span dir="auto"
      >${oneLine(project.description, BYTES.line)}</span
    ><br /><span class="soft">${open} open ${open === 1 ? 'task' : 'tasks'}${reward}</span>
  </li>`
}

export const listPage = (
  projects: readonly ListedProject[],
  { number, hasMore }: { number: number; hasMore: boolean },
  frame: Frame,
): string => {
  const path = number === 1 ? PUBLIC_LIST : `${PUBLIC_LIST}?page=${number}`
  const title = 'Open work'
  return page(
    {
      title,
      summary: `Projects with tasks to take, what each pays, and on which terms.`,
      path,
      picture: `${PUBLIC_LIST}/picture.png`,
      data: {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: projects.map((project, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          url: `${frame.origin}${publicProjectPath(project)}`,
        })),
      },
    },
    frame,
    html`<h1>${title}</h1>
      ${
        projects.length > 0
          ? html`<ul class="list">
              ${projects.map(projectItem)}
            </ul>`
          : html`<p>No project is shown to visitors yet.</p>`
      }
      <p>
        ${number > 1 && html`<a href="${PUBLIC_LIST}?page=${number - 1}" rel="prev">Newer</a> `}${hasMore && html`<a href="${PUBLIC_LIST}?page=${number + 1}" rel="next">Older</a>`}
      </p>`,
  )
}

export const missingPage = (frame: Frame): string =>
  page(
    {
      title: 'There is nothing here',
      summary: 'This page is gone, or never was.',
      path: PUBLIC_LIST,
      picture: null,
      data: null,
    },
    { ...frame, isIndexed: false },
    html`<h1>There is nothing here</h1>
      <p>This page is gone, or never was. <a href="${PUBLIC_LIST}">See open work.</a></p>`,
  )
