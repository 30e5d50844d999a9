import { jwtVerify, SignJWT } from 'jose'
import { brand } from '#shared/brand.ts'
import type { Secret } from '#server/settings/secret.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60

type Claims = { userID: string; familyID: string }
/** Whom a token names, and when the session ends at the latest. */
type NewClaims = Claims & { sessionEnds: Date }

const keyOf = (secret: string) => new TextEncoder().encode(secret)
const AUDIENCE = `${brand.server}/api`

/** Signs a JWT, valid for 15 minutes or until the session ends, that names the account and its session. */
export const signAccessToken = (
  secret: string,
  now: Date,
  { userID, familyID, sessionEnds }: NewClaims,
): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: familyID })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userID)
    .setIssuer(brand.server)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(Math.min(seconds + ACCESS_TOKEN_SECONDS, Math.floor(sessionEnds.getTime() / 1000)))
    .sign(keyOf(secret))
}

/** How many tokens with a verified signature are remembered; a client sends each for a quarter of an hour. */
const KNOWN_MAX = 2_000

/**
 * Returns a reader of access tokens: the claims of a valid token that we signed, null for anything else. A signature is
 * verified only once, because it cannot change; the expiry is checked each time.
 */
export const createTokenReader = (secret: Secret) => {
  const known = new Map<string, Claims & { expiresAt: number }>()
  let knownBy = secret()
  return async (now: Date, token: string): Promise<Claims | null> => {
    // A token that a replaced secret has signed is no longer trusted.
    if (knownBy !== secret()) known.clear()
    knownBy = secret()
    const held = known.get(token)
    if (held && held.expiresAt * 1000 > now.getTime()) return held
    known.delete(token)
    const signedBy = knownBy
    const claims = await readSigned(signedBy, now, token)
    if (!claims) return null
    if (known.size >= KNOWN_MAX) known.clear()
    if (signedBy === knownBy) known.set(token, claims)
    return claims
  }
}

const readSigned = async (secret: string, now: Date, token: string) => {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: brand.server,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const { sub, sid, exp } = payload
    return typeof sub === 'string' && typeof sid === 'string' && exp !== undefined
      ? { userID: sub, familyID: sid, expiresAt: exp }
      : null
  } catch {
    return null
  }
}
