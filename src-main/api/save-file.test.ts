import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosePlace, writeWhole } from './save-file.ts'

const showSaveDialog = vi.hoisted(() => vi.fn())
vi.mock('electron', () => ({
  app: { getPath: (name: string) => `/home/ada/${name}` },
  dialog: { showSaveDialog },
}))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-save-'))
  showSaveDialog.mockReset()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['План 計画 (1).pdf', 'План 計画 (1).pdf'],
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\x.exe', 'x.exe'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['...', 'file'],
  ['', 'file'],
])('a file named %j is proposed as %j, in the downloads folder and nowhere else', async (name, proposed) => {
  showSaveDialog.mockResolvedValue({ canceled: false, filePath: '/home/ada/kept.txt' })
  expect(await choosePlace(undefined, name)).toBe('/home/ada/kept.txt')
  expect(showSaveDialog).toHaveBeenCalledWith({ defaultPath: join('/home/ada/downloads', proposed) })
})

test('the dialog belongs to the window; cancelling the dialog chooses no place', async () => {
  showSaveDialog.mockResolvedValue({ canceled: true, filePath: '' })
  const window = {} as Electron.BrowserWindow
  expect(await choosePlace(window, 'a.txt')).toBeNull()
  expect(showSaveDialog.mock.calls[0]?.[0]).toBe(window)
})

test('a file replaces the old one as a whole, and leaves nothing else beside it', async () => {
  const place = join(folder, 'notes.txt')
  await writeFile(place, 'what was there before, and longer')
  await writeWhole(place, new TextEncoder().encode('new'))
  expect(await readFile(place, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test('when a file cannot be written, the old one stays and no half file is left', async () => {
  // There is a folder at the place: the bytes can be written beside it, but cannot replace it.
  const place = join(folder, 'inner')
  await writeWhole(join(folder, 'kept.txt'), new TextEncoder().encode('kept'))
  await mkdir(place)
  await expect(writeWhole(place, new TextEncoder().encode('new'))).rejects.toThrow()
  expect((await readdir(folder)).sort()).toEqual(['inner', 'kept.txt'])
  await expect(writeWhole(join(folder, 'gone', 'a.txt'), new Uint8Array(1))).rejects.toThrow()
})
