import type { Page } from '@playwright/test'
import { type Stage, STAGES_MAX } from '#shared/contract/index.ts'
import {
  type Api,
  apiBase,
  axiosTransport,
  createClient,
  memoryTokenStore,
  withSession,
} from '#shared/api-client/index.ts'
import { enterWeb } from '../../e2e/sessions.ts'
import { onStage } from './browser.ts'

const creator = { email: 'creator@guildhall.test', password: 'guildhall-demo' }
const VISITS = 15
/** Milliseconds within which an open page has become quiet: its stream stays open, so that its network is never idle. */
export const SETTLED_MS = 2000
export const CLIENTS = 8

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const day = (after: number) => new Date(Date.UTC(2027, 0, 1) + after * 86_400_000).toISOString().slice(0, 10)
/** Every field that a card can have, different from card to card. */
const allFields = (number: number, labelIDs: readonly number[]) => ({
  dueOn: day(number % 60),
  priority: (['low', 'medium', 'high', 'urgent'] as const)[number % 4] ?? 'low',
  labelIDs: [labelIDs[number % labelIDs.length] ?? 1, labelIDs[(number + 1) % labelIDs.length] ?? 2],
  estimateHours: 1 + (number % 8),
  doneWhen: ['It is drawn', 'It is checked', 'It is printed'].map((text, at) => ({ text, isDone: at < number % 3 })),
})

/** The stages of a board that has as many as it can: five for each status. */
const twentyStages = Array.from({ length: STAGES_MAX }, (_, at) => ({
  name: `Stage ${at + 1}`,
  status: 1 + Math.floor(at / 5),
}))

const placeOf = (stages: readonly Stage[], number: number) => {
  const stage = stages[number % stages.length]
  return stage ? { status: stage.status, stageID: stage.id } : { status: 1 + (number % 4) }
}

type BoardKind = { size: number; hasFields: boolean; hasStages?: boolean }

/** Creates a project with `size` tasks, a quarter of them in each status, and evenly in each of its stages. */
const createBoard = async (api: Api, { size, hasFields, hasStages = false }: BoardKind): Promise<string> => {
  const body = { title: `A board of ${size} cards`, description: 'For measuring.' }
  const { data: project } = await api.projects.create({ body })
  const stages = hasStages
    ? (await api.stages.replace({ params: { id: project.id }, body: { version: 0, stages: twentyStages } })).data.stages
    : []
  const labelIDs: number[] = []
  for (const colour of hasFields ? (['red', 'blue', 'green'] as const) : [])
    labelIDs.push((await api.labels.create({ params: { id: project.id }, body: { name: colour, colour } })).data.id)
  let next = 0
  const create = async () => {
    while (next < size) {
      const number = next++
      await api.tasks.create({
        body: {
          title: `Task ${number} of a long list, with a title that takes two lines`,
          description: 'Words about what is to be done, and why.',
          ...placeOf(stages, number),
          projectID: project.id,
          ...(hasFields && allFields(number, labelIDs)),
        },
      })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, create))
  return project.id
}

/** Notes in the page when the first card has been painted, which is after the frame that draws it. */
const noteFirstCard = () => {
  const look = new MutationObserver(() => {
    if (!document.querySelector('[data-card]')) return
    look.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        document.documentElement.dataset.firstCard = String(performance.now())
      }),
    )
  })
  look.observe(document, { childList: true, subtree: true })
}
export const firstCard = async (page: Page): Promise<number> => {
  await page.waitForSelector('html[data-first-card]', { state: 'attached' })
  return page.evaluate(() => Number(document.documentElement.dataset.firstCard))
}
const boardPath = (projectID: string) => `/project/${projectID}/tasks`

/**
 * Milliseconds from the beginning of a visit to the first card on the screen, the median of each board, with the code in the browser's
 * cache. The boards are visited in turn, so that all of them meet the same moments of a machine that others use, too.
 */
export const openTimes = async (page: Page, urls: readonly string[]): Promise<number[]> => {
  const visit = async (url: string) => {
    await page.goto('about:blank')
    await page.goto(url)
    return firstCard(page)
  }
  // The first visits fetch the code, and come while the server still works on what was just created.
  for (const url of urls) await visit(url)
  const times: number[][] = urls.map(() => [])
  for (let round = 0; round < VISITS; round += 1)
    for (const [at, url] of urls.entries()) times[at]?.push(await visit(url))
  return times.map(median)
}

export const onBoards = <T>(
  kinds: readonly BoardKind[],
  measure: (page: Page, urls: string[], api: Api) => Promise<T>,
): Promise<T> =>
  onStage(async ({ context, origin }) => {
    const transport = axiosTransport({ baseURL: () => apiBase(origin) })
    const api = createClient(withSession(transport, { store: memoryTokenStore() }))
    await api.auth.login({ body: { emailID: creator.email, password: creator.password } })
    const urls: string[] = []
    for (const kind of kinds) urls.push(origin + boardPath(await createBoard(api, kind)))
    const page = await context.newPage()
    await page.addInitScript(noteFirstCard)
    await enterWeb(page, origin, creator)
    return measure(page, urls, api)
  })

/** The number of the page's nodes, with the frame around the board. */
export const countNodes = (page: Page): Promise<number> =>
  page.evaluate(() => document.getElementsByTagName('*').length)
