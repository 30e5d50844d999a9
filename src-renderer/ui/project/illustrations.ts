import card1 from '../../../resources/illustrations/card-1.svg?no-inline'
import card2 from '../../../resources/illustrations/card-2.svg?no-inline'
import card3 from '../../../resources/illustrations/card-3.svg?no-inline'
import card4 from '../../../resources/illustrations/card-4.svg?no-inline'
import card5 from '../../../resources/illustrations/card-5.svg?no-inline'
import hero1 from '../../../resources/illustrations/hero-1.svg?no-inline'
import hero2 from '../../../resources/illustrations/hero-2.svg?no-inline'
import hero3 from '../../../resources/illustrations/hero-3.svg?no-inline'

/** Addresses of our own drawings. They are files and never inlined, so that the desktop app's CSP needs no exception. */
export const stockImages = [card1, card2, card3, card4, card5] as const
export const heroImages = [hero1, hero2, hero3] as const

const byTitleLength = <T>(images: readonly [T, ...T[]], title: string): T =>
  images[title.length % images.length] ?? images[0]

/** The stock image of a card without a picture of its own: chosen by title length modulo five. */
export const stockImage = (title: string): string => byTitleLength(stockImages, title)
/** The picture at the head of the detail dialog: one of three, chosen by title length. */
export const heroImage = (title: string): string => byTitleLength(heroImages, title)
