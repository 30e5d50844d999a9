/**
 * How days are written for this viewer: in English, as the rest of the product, and in the order of the place that the viewer's first
 * language names: "Dec 5, 2026" in the United States, "5 Dec 2026" elsewhere.
 */
export const dateLocaleOf = (languages: readonly string[]): string => {
  const [first = 'en-US'] = languages
  try {
    const { language, region } = new Intl.Locale(first)
    if (language === 'en') return first
    return region ? `en-${region}` : 'en-GB'
  } catch {
    return 'en-US'
  }
}
const languages = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
export const dateLocale = dateLocaleOf(languages)
/** The languages in which the viewer may type the names of months and weekdays. */
export const typedLocales: readonly string[] = [...new Set(['en', ...languages.slice(0, 3)])]
