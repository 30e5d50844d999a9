import { brand } from '#shared/brand.ts'
import { nameOf } from '#shared/rules/person.ts'
import { PUBLIC_LIST, publicTaskPath } from '#shared/rules/public-pages.ts'
import { html, type Markup, prose } from './html.ts'
import type { PublicTask } from './repository.ts'
import { bounded, oneLine, rewardOf, stateOf, termSentences } from './words.ts'

/** The most tasks of a feed. */
export const FEED_MAX = 100
const BYTES = 2_000

type Feed = { tasks: readonly PublicTask[]; stopped: ReadonlySet<string>; origin: string; query: string }

/** An entry's ID names the task alone, so that it outlives edits, restarts and another address of the server. */
const idOf = ({ id }: PublicTask) => `urn:uuid:${id}`
const titleOf = (task: PublicTask) => `${oneLine(task.title, 300)} · ${rewardOf(task)}`
const sentencesOf = (task: PublicTask, stopped: ReadonlySet<string>): string =>
  [`${rewardOf(task)}.`, stateOf(task, stopped).text, ...termSentences(task)].join(' ')
const contentOf = (task: PublicTask, stopped: ReadonlySet<string>): Markup =>
  html`<p>${sentencesOf(task, stopped)}</p>
    ${prose(bounded(task.description, BYTES))}`

const EPOCH = new Date(0)
const newest = (tasks: readonly PublicTask[]): Date =>
  tasks.reduce((latest, { changed_at }) => (changed_at > latest ? changed_at : latest), EPOCH)

const TITLE = `Open tasks – ${brand.name}`

export const atomFeed = ({ tasks, stopped, origin, query }: Feed): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom"
      ><id>${origin}${PUBLIC_LIST}/feed.atom${query}</id><title>${TITLE}</title
      ><updated>${newest(tasks).toISOString()}</updated>
      <link rel="self" type="application/atom+xml" href="${origin}${PUBLIC_LIST}/feed.atom${query}" /><link
        rel="alternate"
        type="text/html"
        href="${origin}${PUBLIC_LIST}"
      />
      ${tasks.map(
        (task) =>
          html`<entry
            ><id>${idOf(task)}</id><title>${titleOf(task)}</title><published>${task.made_at.toISOString()}</published
            ><updated>${task.changed_at.toISOString()}</updated
            ><link rel="alternate" type="text/html" href="${origin}${publicTaskPath(task)}" /><author
              ><name>${task.owner ? oneLine(nameOf(task.owner), 200) : brand.name}</name></author
            >${task.skills.map((skill) => html`<category term="${oneLine(skill, 120)}" />`)}
            <summary>${sentencesOf(task, stopped)}</summary>
            <content type="html">${contentOf(task, stopped).text}</content></entry
          > `,
      )}</feed
    > `.text

export const jsonFeed = ({ tasks, stopped, origin, query }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: `${origin}${PUBLIC_LIST}`,
    feed_url: `${origin}${PUBLIC_LIST}/feed.json${query}`,
    language: 'en',
    items: tasks.map((task) => {
      const state = stateOf(task, stopped)
      return {
        id: idOf(task),
        url: `${origin}${publicTaskPath(task)}`,
        title: titleOf(task),
        summary: sentencesOf(task, stopped),
        content_html: contentOf(task, stopped).text,
        date_published: task.made_at.toISOString(),
        date_modified: task.changed_at.toISOString(),
        authors: task.owner ? [{ name: oneLine(nameOf(task.owner), 200) }] : undefined,
        tags: task.skills.map((skill) => oneLine(skill, 120)),
        _guildhall: {
          about: `${origin}${PUBLIC_LIST}`,
          amountCents: task.amount_cents,
          currency: task.currency,
          mode: task.mode,
          state: state.name,
          canBeTaken: state.canBeTaken,
        },
      }
    }),
  })
