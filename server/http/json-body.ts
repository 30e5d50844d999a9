import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** Deeper than any body in the contract; deeper ones only serve to exhaust a parser or a validator. */
export const NESTING_MAX = 32
export const BODY_LIMIT = 1024 * 1024

/** Whether brackets outside of strings nest deeper than `max`. The text is not parsed for this. */
export const isNestedDeeper = (text: string, max: number): boolean => {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (isInString) {
      if (character === BACKSLASH) i++
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) isInString = true
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      if (++depth > max) return true
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth--
  }
  return false
}
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Whether any text in the value, keys included, holds U+0000. The parser has bounded the depth already. */
export const hasNullCharacter = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => key.includes('\0') || hasNullCharacter(item))
}

const ESCAPED_HALF = /\\u[dD][89a-fA-F]/
/**
 * The value with U+FFFD for each lone surrogate, in keys too: JSON can express these (`\\ud83d` alone), but neither
 * text nor JSON in PostgreSQL can hold them.
 */
const withWholeCharacters = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/\p{Cs}/gu, '\ufffd')
  if (Array.isArray(value)) return value.map(withWholeCharacters)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [withWholeCharacters(key), withWholeCharacters(item)])
  return Object.fromEntries(entries) as unknown
}

/**
 * Accepts only JSON bodies; an empty body counts as no body. Errors: 400 INVALID_INPUT for a body that is not JSON or
 * nests too deep.
 */
export const useJsonBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, text, done) => {
      if (text.trim() === '') return done(null, undefined)
      if (isNestedDeeper(text, NESTING_MAX))
        return done(new HttpError(400, 'INVALID_INPUT', `A body nests at most ${NESTING_MAX} levels deep.`))
      return parse(request, text, (error, body) =>
        error
          ? done(new HttpError(400, 'INVALID_INPUT', 'The body is not valid JSON.'))
          : done(null, ESCAPED_HALF.test(text) ? withWholeCharacters(body) : body),
      )
    },
  )
}
