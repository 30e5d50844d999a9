import { createContext } from 'react'

/** A hook that finds the address of a person's picture; undefined for people without one, and until it is known. */
export type UsePicture = (username: string | undefined) => string | undefined

/** Where avatars find pictures. Without a source everybody has initials. */
export const PictureSource = createContext<UsePicture>(() => undefined)
