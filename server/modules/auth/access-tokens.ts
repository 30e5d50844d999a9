import { jwtVerify, SignJWT } from 'jose'
import { brand } from '../../../shared/brand.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60

type Claims = { userID: string; familyID: string }

const keyOf = (secret: string) => new TextEncoder().encode(secret)
const AUDIENCE = `${brand.server}/api`

/** A signed JWT, good for 15 minutes, that names the account and the session it belongs to. */
export const signAccessToken = (secret: string, now: Date, { userID, familyID }: Claims): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: familyID })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userID)
    .setIssuer(brand.server)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(keyOf(secret))
}

/** The claims of a token we signed that is still good; null for anything else. */
export const readAccessToken = async (secret: string, now: Date, token: string): Promise<Claims | null> => {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: brand.server,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const { sub, sid } = payload
    return typeof sub === 'string' && typeof sid === 'string' ? { userID: sub, familyID: sid } : null
  } catch {
    return null
  }
}
