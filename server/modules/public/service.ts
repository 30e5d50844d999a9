import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { owesText, payerRecordText } from '#shared/rules/records.ts'
import { PUBLIC_LIST, publicProjectPath, publicTaskPath } from '#shared/rules/public-pages.ts'
import { foldTexts } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import { findStopped } from '../claims/service.ts'
import { payersOfProjects } from '../records/service.ts'
import { atomFeed, FEED_MAX, jsonFeed } from './feeds.ts'
import { html } from './html.ts'
import { type Frame, LISTED_TASKS, listPage, missingPage, OTHER_TASKS, projectPage, taskPage } from './pages.ts'
import { type Card, svgOf } from './picture.ts'
import * as repository from './repository.ts'
import type { PublicTask } from './repository.ts'
import { oneLine, rewardOf } from './words.ts'

/**
 * What visitors read without an account: pages, feeds and a map of the projects that are shown to them. All is read from the
 * database at each request, so that what is hidden is gone at once, at every process.
 */

export { PAGE_POLICY } from './look.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'publicOrigin'>

/** What a path answers; null where there is nothing. */
export type PublicAnswer =
  | { kind: 'page' | 'atom' | 'json' | 'map'; body: string; tag: string }
  | { kind: 'moved'; to: string }
  | { kind: 'card'; svg: string }
  | null

const frameOf = ({ config, publicOrigin }: Deps): Frame => ({
  origin: publicOrigin(),
  isIndexed: config.publicPages === 'indexed',
})
const tagged = (kind: 'page' | 'atom' | 'json' | 'map', body: string): PublicAnswer => ({
  ...{ kind, body },
  tag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
})
/** What pages say beside the tasks: which projects give nothing out until a due is paid and how the owner pays. */
const drawnOf = async ({ db, clock }: Deps, tasks: readonly PublicTask[], projectID: string | null) => {
  const now = clock.now()
  const rewarded = new Set(tasks.filter((task) => task.amount_cents > 0).map((task) => task.project_id))
  const [stopped, records] = await Promise.all([
    rewarded.size > 0 ? findStopped(db, [...rewarded], now) : [],
    payersOfProjects(db, projectID === null ? [] : [projectID], now),
  ])
  const record = records.get(projectID ?? '')
  const lines = record ? [`${payerRecordText(record).replace(/\.$/, '')}.`, owesText(record)] : []
  return { stopped: new Set(stopped), payer: lines.length > 0 ? lines.filter(Boolean).join(' ') : null }
}

const ADDRESS = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(png)$|(?:-.*)?$)/is
/** The ID at the beginning of an address, whatever words follow; and whether its picture is wanted. */
const readAddress = (rest: string): { id: string; isPicture: boolean } | null => {
  const [, id, picture] = ADDRESS.exec(rest) ?? []
  return id === undefined ? null : { id: id.toLowerCase(), isPicture: picture !== undefined }
}

/** The page of a project, by the rest of the path behind '/p/'. */
export const readProject = async (deps: Deps, rest: string): Promise<PublicAnswer> => {
  const address = readAddress(rest)
  const project = address && (await repository.findProject(deps.db, address.id))
  if (!project) return null
  const path = publicProjectPath(project)
  if (!address.isPicture && `${PUBLIC_LIST}/${rest}` !== path) return { kind: 'moved', to: path }
  const tasks = await repository.findOpen(deps.db, { projectID: project.id, limit: LISTED_TASKS })
  if (address.isPicture)
    return cardOf({ id: project.id, title: project.title, line: countText(tasks.length), below: '' })
  return tagged('page', projectPage(project, tasks, await drawnOf(deps, tasks, project.id), frameOf(deps)))
}
const countText = (count: number) =>
  count === LISTED_TASKS ? `${count} and more open tasks` : `${count} open ${count === 1 ? 'task' : 'tasks'}`

/** The page of a task, by the rest of the path behind '/t/', with other tasks that are open. */
export const readTask = async (deps: Deps, rest: string): Promise<PublicAnswer> => {
  const { db } = deps
  const address = readAddress(rest)
  const task = address && (await repository.findTask(db, address.id))
  if (!task) return null
  const path = publicTaskPath(task)
  if (!address.isPicture && `/t/${rest}` !== path) return { kind: 'moved', to: path }
  const { id, project_id: projectID } = task
  if (address.isPicture)
    return cardOf({ id, title: task.title, line: rewardOf(task), below: oneLine(task.project_title, 150) })
  const here = await repository.findOpen(db, { projectID, not: id, limit: OTHER_TASKS })
  const others = here.length > 0 ? here : await repository.findOpen(db, { not: id, limit: OTHER_TASKS })
  return tagged('page', taskPage(task, others, await drawnOf(deps, [task, ...others], projectID), frameOf(deps)))
}

const cardOf = (card: Card): PublicAnswer => ({ kind: 'card', svg: svgOf(card) })
/** The picture of the list. */
export const listCard = (): PublicAnswer =>
  cardOf({ id: 'c0ffee17-3b5d-4a82', title: 'Open work', line: 'Done is paid', below: brand.tagline })

const PROJECTS_SHOWN = 30
const PAGES_MAX = 1000

/** A page of the list of projects; null behind its last page. */
export const readList = async (deps: Deps, page: unknown): Promise<PublicAnswer> => {
  const number = page === undefined ? 1 : typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 0
  if (number < 1 || number > PAGES_MAX) return null
  const found = await repository.findProjects(deps.db, {
    limit: PROJECTS_SHOWN + 1,
    offset: (number - 1) * PROJECTS_SHOWN,
  })
  if (number > 1 && found.length === 0) return null
  const hasMore = found.length > PROJECTS_SHOWN && number < PAGES_MAX
  return tagged('page', listPage(found.slice(0, PROJECTS_SHOWN), { number, hasMore }, frameOf(deps)))
}

type FeedQuery = { skill?: unknown; minCents?: unknown }
const MOST_CENTS = 1_000_000_000
const SKILL_MAX = 100

/** The newest open tasks as a feed. Errors: 422 for a filter that cannot be read. */
export const readFeed = async (deps: Deps, kind: 'atom' | 'json', query: FeedQuery): Promise<PublicAnswer> => {
  const { skill, minCents } = query
  if (skill !== undefined && (typeof skill !== 'string' || skill.length > SKILL_MAX || skill.includes('\0')))
    throw invalid('skill', 'Name one skill.')
  if (minCents !== undefined && !(typeof minCents === 'string' && /^\d{1,10}$/.test(minCents)))
    throw invalid('minCents', 'Give a whole number of cents.')
  const [folded = null] = skill ? await foldTexts(deps.db, [skill]) : [null]
  const least = minCents === undefined ? null : Math.min(Number(minCents), MOST_CENTS)
  const tasks = await repository.findOpen(deps.db, { skill: folded, minCents: least, limit: FEED_MAX })
  const { stopped } = await drawnOf(deps, tasks, null)
  const asked = new URLSearchParams({ ...(skill && { skill }), ...(minCents && { minCents }) }).toString()
  const feed = { tasks, stopped, origin: deps.publicOrigin(), query: asked === '' ? '' : `?${asked}` }
  return tagged(kind, kind === 'atom' ? atomFeed(feed) : jsonFeed(feed))
}

const MAP_MAX = 50_000 - 1

/** The map of the site for search engines: all pages that there are. Only where they may list them. */
export const readMap = async (deps: Deps): Promise<PublicAnswer> => {
  if (deps.config.publicPages !== 'indexed') return null
  const origin = deps.publicOrigin()
  const found = await repository.findAddresses(deps.db, MAP_MAX)
  const paths = [PUBLIC_LIST, ...found.map((one) => (one.isTask ? publicTaskPath(one) : publicProjectPath(one)))]
  return tagged(
    'map',
    html`<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        >${paths.map((path) => html`<url><loc>${origin}${path}</loc></url>`)}</urlset
      > `.text,
  )
}

/** What robots may read: nothing, unless the pages are indexed. */
export const robotsText = (deps: Deps): string =>
  deps.config.publicPages === 'indexed'
    ? `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${deps.publicOrigin()}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

/** The page that says that there is nothing. */
export const missing = (deps: Deps): string => missingPage(frameOf(deps))
