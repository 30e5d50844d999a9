import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import { plain } from './statuses.ts'

const listed = (words: string): ReadonlySet<string> => new Set(words.split('|').map(plain))

const priorityWords: Readonly<Record<TaskPriority, ReadonlySet<string>>> = {
  none: listed(
    '|none|no priority|not set|unknown|undecided|unprioritized|0|ninguna|aucune|keine|nenhuma|brak|nessuna|geen|なし|无',
  ),
  low: listed(
    'low|l|lowest|minor|trivial|p4|p3|baja|bajo|mínima|la más baja|muy baja|basse|bas|faible|mineure|la plus basse|niedrig|niedrigste|sehr niedrig|gering|baixa|baixo|a mais baixa|mais baixa|' +
      'низкий|niski|niska|najniższy|najniższa|bassa|basso|minima|laag|laagste|低|低め|最低|较低|小|' +
      'låg|lav|matala|nízká|nízky|nízka|nízký|düşük|낮음|alacsony|scăzută|scăzut|низька|низький|низкая|χαμηλή|nizak|nizka|nisko|thấp|rendah|נמוכה|منخفضة',
  ),
  medium: listed(
    'medium|m|normal|moderate|p2|media|medio|mediana|moyenne|moyen|normale|mittel|média|médio|средний|нормальный|обычный|średni|średnia|normalny|normalna|gemiddeld|normaal|middel|中|通常|普通|一般|正常|' +
      'medel|middel|middels|keskitaso|normaali|střední|stredná|stredný|normální|orta|보통|중간|közepes|medie|mediu|середній|середня|средняя|обычная|μεσαία|srednji|srednja|trung bình|sedang|בינונית|متوسطة',
  ),
  high: listed(
    'high|h|major|important|p1|alta|alto|haute|élevée|haut|majeure|importante|hoch|wichtig|высокий|wysoki|wysoka|hoog|belangrijk|高|高め|较高|重要|大|' +
      'hög|høj|høy|korkea|vysoká|vysoký|vysoka|yüksek|높음|magas|ridicată|ridicat|mare|високий|висока|высокая|υψηλή|visok|visoka|cao|tinggi|גבוהה|عالية',
  ),
  urgent: listed(
    'urgent|highest|top|critical|blocker|immediate|p0|show stopper|showstopper|asap|urgente|muy alta|máxima|la más alta|crítica|crítico|inmediata|bloqueante|critique|bloquante|la plus haute|immédiat|' +
      'срочный|немедленный|dringend|höchste|sehr hoch|kritisch|sofort|blocker|mais alta|a mais alta|imediata|pilny|pilne|najwyższy|najwyższa|krytyczny|natychmiastowy|altissima|critica|immediata|massima|hoogste|kritiek|onmiddellijk|' +
      '緊急|最高|急いで|今すぐ|紧急|立刻|最重要|急|速|' +
      'brådskande|akut|haster|kiireellinen|urgentní|naléhavá|kritická|kritický|acil|kritik|긴급|매우 높음|sürgős|терміновий|терміново|срочно|срочная|επείγον|hitno|nujno|khẩn cấp|mendesak|דחוף|דחופה|عاجل|عاجلة',
  ),
}
const priorityOf = (said: string): TaskPriority | undefined =>
  taskPriorities.find((priority) => priorityWords[priority].has(said))

/** The priority that such a word means; undefined for one that is not known. */
export const readPriority = (text: string): TaskPriority | undefined => {
  const said = plain(text)
  // A text of signs alone says something, but nothing of ours.
  return said === '' && text.trim() !== '' ? undefined : priorityOf(said)
}

/** Trackers with numbers have the most urgent first. */
const byNumber: Readonly<Record<string, TaskPriority>> = { 1: 'urgent', 2: 'high', 3: 'medium', 4: 'low', 5: 'low' }

/** The priority that a longer name or a number most likely means: 'P2-High' is high, whatever its number. */
export const proposePriority = (text: string): TaskPriority | undefined => {
  const words = plain(text)
    .split(' ')
    .filter((word) => word !== '')
  const found = new Set(words.filter((word) => !/\d/.test(word)).flatMap((word) => priorityOf(word) ?? []))
  if (found.size === 1) return [...found][0]
  return found.size === 0 ? byNumber[words.length === 1 && !/^\s*[-−]/.test(text) ? (words[0] ?? '') : ''] : undefined
}
