import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsSections } from '#shared/rules/addresses.ts'
import { demo } from '../e2e/fixtures.ts'
import { createTeam } from '../e2e/teams.ts'
import { createNewPerson } from '../e2e/people.ts'
import { pdfOf } from '../support/pdf.ts'
import { TINY_PICTURE } from '../support/pictures.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { EnginePage } from './page.ts'

type Account = { email: string; password: string }
type Team = Awaited<ReturnType<typeof createTeam>>
export type World = { page: EnginePage; server: ServerProcess; team: Team; person: Account }

/** What every engine walks on. */
export const worldOf = async (page: EnginePage, server: ServerProcess): Promise<World> => {
  const newPerson = () => createNewPerson(server)
  const team = await createTeam(server, newPerson)
  await team.creator.projects.update({ params: { id: team.project.id }, body: { status: 1 } })
  return { page, server, team, person: await newPerson() }
}

const signIn = async ({ page }: World, { email, password }: Account) => {
  await page.open('/login')
  await page.call(() => localStorage.clear())
  await page.open('/login')
  await page.fill('input', 'Email', email)
  await page.fill('input', 'Password', password)
  await page.press('Enter')
  await page.until('a page behind the login', async () => !/^\/(login|dashboard)$/.test(await page.path()))
}
const expectEqual = (found: unknown, wanted: unknown) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`)
}
const statusOf = async ({ team }: World, id: string) => (await team.creator.tasks.get({ params: { id } })).data.status
const titlesOf = async ({ team }: World) =>
  (await team.creator.tasks.byProject({ params: { projectId: team.project.id }, query: {} })).data.map(
    ({ title }) => title,
  )
const card = (title: string): [string, string] => ['a', title]
/** A task of its own for a step, so that no step depends on another. */
const newTask = ({ team }: World, title: string) => team.assign(`${title} ${team.project.title}`)

/** The walk: each step begins at an address, so that one that fails leaves the others. */
export const steps: ReadonlyArray<readonly [name: string, walk: (world: World) => Promise<void>]> = [
  [
    'signs in by keys',
    async (world) => {
      await signIn(world, world.person)
      await world.page.find('a', 'My Work')
    },
  ],
  [
    'searches the market, and finds the same after a reload',
    async ({ page }) => {
      await page.open('/market')
      await page.fill('input', 'Search projects', 'React')
      await page.press('Enter')
      await page.see(/\d projects? for “React”/)
      const before = await page.until('hits', () => page.textOf('article h3, article h2'))
      await page.reload()
      await page.until('the same hits', async () => (await page.textOf('article h3, article h2')) === before)
    },
  ],
  [
    'opens a project’s dialog and applies',
    async ({ page, team }) => {
      await page.open(`/project/${team.project.id}/dialog`)
      await page.see(team.project.title)
      await page.click('button', 'Apply')
      await page.find('button', 'Withdraw')
      const { data } = await team.creator.memberships.requests({
        params: { id: team.project.id },
        query: { type: 'received' },
      })
      expectEqual(data.length, 1)
    },
  ],
  [
    'adds tasks to a board by their titles',
    async (world) => {
      const { page, team } = world
      await signIn(world, demo.creator)
      await page.open(team.path)
      await page.click('button', /^Add task to Assigned/)
      await page.until('the focus in the field', async () => (await page.find('input', /^New task in/)).isFocused)
      for (const title of ['Buy ink', 'Sharpen the pen']) {
        await page.type(title)
        await page.press('Enter')
        await page.find(...card(title))
      }
      await page.until(
        'both tasks on the server',
        async () => (await titlesOf(world)).filter((title) => /ink|pen/.test(title)).length === 2,
      )
    },
  ],
  [
    'drags a card with the mouse',
    async (world) => {
      const { id, title } = await newTask(world, 'Carry by mouse')
      const { page, team } = world
      await page.open(team.path)
      await page.drag(card(title), ['section, [role=region]', 'In Progress'])
      await page.until('the new status', async () => (await statusOf(world, id)) === 2)
      expectEqual(await page.call(() => getSelection()?.toString() ?? ''), '')
    },
  ],
  [
    'carries a card by keys, and opens it',
    async (world) => {
      const { id, title } = await newTask(world, 'Carry by keys')
      const { page, team } = world
      await page.open(team.path)
      await page.find(...card(title))
      await page.call(
        (wanted: string) =>
          [...document.querySelectorAll('a')].find((one) => one.textContent.includes(wanted))?.focus(),
        title,
      )
      await page.press('Space')
      await page.see(`Picked up ${title} from Assigned.`)
      await page.press('ArrowRight')
      await page.see(`${title} is over In Progress.`)
      await page.press('Space')
      await page.until('the new status', async () => (await statusOf(world, id)) === 2)
      await page.until('the focus on the card', async () => (await page.find(...card(title))).isFocused)
      await page.press('Enter')
      await page.find('[role=dialog]', /task \d+$/i)
    },
  ],
  [
    'writes a comment with a name',
    async (world) => {
      const { page, team } = world
      await page.open(`${team.path}/${team.task.taskId}`)
      const { username } = team.person
      await page.click('textarea', 'Write a comment')
      await page.type(`@${username.slice(0, 4)}`)
      await page.find('[role=option]', new RegExp(username))
      await page.press('Enter')
      await page.type('please look')
      await page.press('Control+Enter')
      await page.until('the comment', async () => {
        const { data } = await team.creator.comments.feed({ params: { id: team.task.id }, query: {} })
        return JSON.stringify(data).includes(`@${username} please look`)
      })
      await page.see(/please look/, 'li')
    },
  ],
  [
    'hands a task in',
    async (world) => {
      const { page, team } = world
      const { id, taskId } = await newTask(world, 'Hand in')
      await team.member.tasks.update({ params: { id }, body: { status: 2 } })
      await signIn(world, team.person)
      await page.open(`${team.path}/${taskId}`)
      await page.find('textarea', 'Write a comment')
      await page.click('button', 'Submit for review')
      await page.fill('[role=dialog] textarea', 'Note', 'Done, on good paper.')
      await page.press('Control+Enter')
      await page.until('the task under review', async () => (await statusOf(world, id)) === 3)
    },
  ],
  [
    'reviews a task and accepts it',
    async (world) => {
      const { page, team } = world
      const { id, taskId } = await newTask(world, 'Review')
      await team.member.tasks.update({ params: { id }, body: { status: 2 } })
      await team.member.submissions.create({
        params: { id },
        body: { note: 'Done, twice.', idempotencyKey: `walk-${id}` },
      })
      await signIn(world, demo.creator)
      await page.open(`${team.path}/${taskId}`)
      await page.see('Done, twice.')
      await page.click('button', 'Accept')
      await page.until('the task completed', async () => (await statusOf(world, id)) === 4)
    },
  ],
  [
    'stores files and shows a picture, a text and a PDF',
    async ({ page, team }) => {
      const folder = mkdtempSync(join(tmpdir(), 'guildhall-files-'))
      const content = {
        'words.txt': 'Harbour words',
        'plan.pdf': pdfOf(['Harbour, sheet 1']),
        'map.png': Buffer.from(TINY_PICTURE, 'base64'),
      }
      const paths = Object.entries(content).map(([name, bytes]) => {
        writeFileSync(join(folder, name), bytes)
        return join(folder, name)
      })
      try {
        await page.open(`/project/${team.project.id}/files`)
        await page.until('the field for files', () =>
          page.call(() => document.querySelector('[data-testid=file-input]') !== null),
        )
        await page.choose('[data-testid=file-input]', paths)
        for (const name of Object.keys(content)) await page.find('button', name)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
      await page.click('button', 'words.txt')
      await page.see('Harbour words', '[role=dialog]')
      await page.press('Escape')
      await page.click('button', 'map.png')
      await page.until('the picture', () =>
        page.call(() =>
          [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')].some((image) => image.naturalWidth > 0),
        ),
      )
      await page.press('Escape')
      await page.click('button', 'plan.pdf')
      await page.see('Harbour, sheet 1', '[role=dialog]')
      await page.until('ink on the canvas', () =>
        page.call(() => {
          const canvas = document.querySelector<HTMLCanvasElement>('[role=dialog] canvas')
          const points = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
          return points.some((value, at) => at % 4 === 0 && value < 100)
        }),
      )
    },
  ],
  [
    'opens the settings by address and by reload',
    async ({ page }) => {
      for (const path of ['/settings', ...settingsSections.map((section) => `/settings/${section}`)]) {
        await page.open(path)
        for (const again of [false, true]) {
          if (again) await page.reload()
          const text = await page.until(`the section of ${path}`, () => page.textOf('main h2, [role=alert], main h1'))
          if (/Something went wrong/.test(text)) throw new Error(`${path}: ${text}`)
        }
      }
    },
  ],
  [
    'hears of changes in two tabs',
    async (world) => {
      const { page, team } = world
      await page.open(team.path)
      await page.find(...card(team.title))
      const back = await page.openTab()
      await page.open(team.path)
      await page.find(...card(team.title))
      const { title } = await newTask(world, 'Heard in both')
      await page.find(...card(title))
      await back()
      await page.find(...card(title))
      const { title: later } = await newTask(world, 'Heard by the one that stays')
      await page.find(...card(later))
    },
  ],
]
