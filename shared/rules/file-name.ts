import { oneLine } from '../contract/common.ts'
import { FILE_NAME_MAX } from '../contract/files.ts'
import { beginningOf } from './cut.ts'

/**
 * Line ends, other controls, invisible characters, and those that turn the reading direction ('gpj.exe' shown as
 * 'exe.jpg').
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu
/** Characters with a special meaning in a shell, a path or a file system. */
const SPECIAL = /[<>:"/\\|?*]/g
/** The names of Windows devices, which stay special with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i
const NAMELESS = 'file'
const EXTENSION_MAX = 20

/**
 * Makes a file name that is safe on every system and shows the file's kind: the last part of a path, at most
 * FILE_NAME_MAX UTF-16 units.
 */
export const safeFileName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(INVISIBLE, '')
    .replace(SPECIAL, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [, stem = '', kind = ''] = /^([^.]*)(.*)$/su.exec(clean) ?? []
  // Fillers and Braille blanks are letters and symbols, and nobody sees them.
  const seen = oneLine(stem) === '' ? `${NAMELESS}${kind}` : clean
  const named = DEVICE.test(seen) ? `_${seen}` : seen
  if (named.length <= FILE_NAME_MAX) return named
  const dot = named.lastIndexOf('.')
  const extension = dot > 0 && named.length - dot <= EXTENSION_MAX ? named.slice(dot) : ''
  return `${beginningOf(named, FILE_NAME_MAX - extension.length)}${extension}`.trim()
}

/** The name of an exported file, such as `tasks-harbour-map-2026-01-05.csv`, which is safe on every system. */
export const exportName = (what: string, project: string, now: Date, extension: string): string => {
  const plain = project
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const slug = beginningOf(plain, 60).replace(/^-+|-+$/g, '')
  return `${[what, slug, now.toISOString().slice(0, 10)].filter(Boolean).join('-')}.${extension}`
}
