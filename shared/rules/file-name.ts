import { FILE_NAME_MAX } from '../contract/files.ts'

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
 * FILE_NAME_MAX characters.
 */
export const safeFileName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(INVISIBLE, '')
    .replace(SPECIAL, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (clean === '') return NAMELESS
  const named = DEVICE.test(clean) ? `_${clean}` : clean
  const characters = [...named]
  if (characters.length <= FILE_NAME_MAX) return named
  const dot = named.lastIndexOf('.')
  const extension = dot > 0 && named.length - dot <= EXTENSION_MAX ? [...named.slice(dot)] : []
  return [...characters.slice(0, FILE_NAME_MAX - extension.length), ...extension].join('').trim()
}
