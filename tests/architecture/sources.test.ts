import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/rules/addresses.ts'
import { ownFiles } from '../support/planted-checkout.ts'

/** A longer file cannot be read at one sitting. oxlint's max-lines has the same number, but leaves out blank lines and comments. */
const MOST_LINES = 400

const files = ownFiles()
const isCode = (path: string) => /\.(tsx?|mjs|cjs|html)$/.test(path)
const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
const isGenerated = (path: string) => path.endsWith('.generated.ts')
const read = (path: string) => readFileSync(path, 'utf8')

test(`no file of ours is longer than ${MOST_LINES} lines`, () => {
  const long = files.filter((path) => isCode(path) && !isGenerated(path) && read(path).split('\n').length > MOST_LINES)
  expect(long).toEqual([])
})

test('[DESK-23] the product name stands in one place in the code, shared/brand.ts', () => {
  const places = files.filter((path) => isCode(path) && !isTest(path) && read(path).includes(brand.name))
  expect(places).toEqual(['shared/brand.ts'])
})

test('[DESK-22] the product is Guildhall, its CLI guildhall, its server guildhall-server', () => {
  expect(brand).toMatchObject({ name: 'Guildhall', cli: 'guildhall', server: 'guildhall-server' })
  expect(Object.keys(packageJson.bin)).toEqual([brand.cli, brand.server])
  expect(read('electron-builder.yml')).toMatch(new RegExp(`^productName: ${brand.name}$`, 'm'))
})

test('[DESK-24] the top level has the folders and files that the owner asked for, and server', () => {
  const top = new Set(files.map((path) => path.split('/')[0]))
  const wanted = ['package.json', 'electron.vite.config.ts', 'electron-builder.yml', 'src-main', 'src-preload']
  wanted.push('src-renderer', 'cli', 'shared', 'resources', 'tests', 'server')
  expect(wanted.filter((name) => !top.has(name))).toEqual([])
})

test('an address of the app is written in one place, shared/rules/addresses.ts', () => {
  const firsts = new Set(Object.values(pages).flatMap(({ at }) => at.split('/')[1] || []))
  // The pattern: a quote, or the end of a value in a template, and then the first part of an address.
  const written = new RegExp(`['"\`}]/(?:${[...firsts].join('|')})(?=[/?#'"\`$])`)
  const hasAddresses = (path: string) => path !== 'shared/rules/addresses.ts' && !path.startsWith('shared/contract/')
  expect(
    files.filter((path) => isCode(path) && !isTest(path) && hasAddresses(path) && written.test(read(path))),
  ).toEqual([])
})

test('a text is shortened by shared/rules/cut.ts alone, which never cuts a character in half', () => {
  // The pattern: a part from the beginning, and then the ellipsis.
  const cuts = /\.(?:slice|substring|substr)\(0,[^`'"]*[`'"]?…/
  const places = files.filter((path) => isCode(path) && !isTest(path) && cuts.test(read(path)))
  expect(places).toEqual(['shared/rules/cut.ts'])
})

/** Where a username itself is meant: what is typed as one, or shown behind a name. */
const usernameItself = [
  'src-renderer/ui/person/PersonLine.tsx',
  'src-renderer/features/auth/VerifyEmailPage.tsx',
  'src-renderer/features/tasks/talk/mentions.tsx',
  // Words that a search looks in.
  'src-renderer/features/tasks/choosers/TaskChooser.tsx',
  'src-renderer/features/profile/ProfilePage.tsx',
  // Its row is called Username.
  'src-renderer/features/creator-applications/CreatorApplicationCard.tsx',
  // Whose name is not known any more.
  'src-renderer/features/collaborators/payments/PaymentsPanel.tsx',
]

test('people are called by nameOf of shared/rules/person.ts: no screen or sentence begins with a username', () => {
  // The pattern: a username in a text or between tags, without the @ that says what it is.
  const shown = /(?<!@)\$\{[\w.?!]*\busername\}|>\s*\{[\w.?!]*\busername\}|\?\.username \?\? '[A-Z]/
  const places = files.filter(
    (path) => /^(src-renderer|shared\/rules)\//.test(path) && isCode(path) && !isTest(path) && shown.test(read(path)),
  )
  expect(places.toSorted()).toEqual(usernameItself.toSorted())
})

/** What is between a call's opening bracket, which is just before the text, and its closing one. */
const upToItsEnd = (text: string): string => {
  let depth = 1
  const end = text.split('').findIndex((letter) => (depth += letter === '(' ? 1 : letter === ')' ? -1 : 0) === 0)
  return text.slice(0, end)
}

test('each Fastify of the server is given zod’s compilers, because the build has none of its own', () => {
  const made = files
    .filter((path) => path.startsWith('server/') && isCode(path) && !isTest(path))
    .flatMap((path) =>
      read(path)
        .split(/\bfastify\(/i)
        .slice(1)
        .map((after) => ({ path, given: upToItsEnd(after) })),
    )
  expect(made.map(({ path }) => path)).toContain('server/plugins/docs.ts')
  expect(made.filter(({ given }) => !given.includes('schemaController: zodSchemas')).map(({ path }) => path)).toEqual(
    [],
  )
})

test('each form that asks for a password tells password managers the account by its address, once', () => {
  const names = /autoComplete="username"|<(?:AccountInForm|OwnAccount)\b/g
  const asking = files.filter(
    (path) => path.endsWith('.tsx') && !isTest(path) && /<(New)?PasswordField$/m.test(read(path)),
  )
  expect(asking).toContain('src-renderer/features/auth/ResetPasswordForm.tsx')
  expect(
    asking.filter((path) => !path.startsWith('src-renderer/ui/') && read(path).match(names)?.length !== 1),
  ).toEqual([])
})

test('files are named in kebab-case, React components in PascalCase, and no file is called utils or helpers', () => {
  const names = files.filter((path) => /\.(tsx?)$/.test(path)).map((path) => path.split('/').at(-1) ?? '')
  expect(
    names.filter((name) => !/^[a-z0-9_]+([-.][a-z0-9_]+)*\.tsx?$|^[A-Z][A-Za-z]+(\.test)?\.tsx?$/.test(name)),
  ).toEqual([])
  expect(names.filter((name) => /^(utils?|helpers?|misc|common-utils)\.tsx?$/.test(name))).toEqual([])
})

test('no tracked file names a package registry or a path of the machine it was written on', () => {
  const registries = [
    'registry.npmjs' + '.org',
    'deb.debian' + '.org',
    'registry.yarnpkg' + '.com',
    'proxy.golang' + '.org',
  ]
  const machine = ['/wo' + 'rk/', '/ro' + 'ot/']
  const texts = files.filter((path) => !/\.(png|ico|icns|woff2?|webp|jpg)$/.test(path))
  const found = texts.flatMap((path) => {
    const text = read(path)
    return [...registries, ...machine].filter((word) => text.includes(word)).map((word) => `${path}: ${word}`)
  })
  expect(found).toEqual([])
})

test('a placeholder with a name has a role, since a name alone is not allowed on a box', () => {
  const named = /<(?:Box|Skeleton)\b(?:(?!role=|component=)[^<>])*aria-label="Loading(?:(?!role=|component=)[^<>])*>/
  expect(named.test('<Box aria-label="Loading the task" sx={{ gap: 1 }}>')).toBe(true)
  expect(files.filter((path) => path.endsWith('.tsx') && !isTest(path) && named.test(read(path)))).toEqual([])
})
