import { fold } from '#shared/contract/fold.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { readPercent } from '../amounts.ts'

/** Small letters, digits and single blanks: what is drawn beside a word, such as '✅', says nothing. */
export const plain = (text: string): string =>
  fold(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const listed = (words: string): string[] => words.split('|').map(plain)

/** What trackers call their statuses, and people their lists, in ten languages. */
const statusWords: ReadonlyArray<readonly [status: number, words: readonly string[]]> = [
  [
    taskStatus.requested,
    listed(
      'requested|proposed|idea|ideas|triage|inbox|icebox|icebucket|unscheduled|submitted|suggested|wishlist|needs triage|unconfirmed',
    ),
  ],
  [
    taskStatus.assigned,
    listed(
      'assigned|to do|todo|todos|open|opened|new|backlog|planned|next|next up|ready|not started|unstarted|reopened|' +
        'selected for development|ready for dev|ready for development|product backlog|sprint backlog|this week|future|future steps|pending|approved|confirmed|acknowledged|to be done|later|up next|' +
        'por hacer|tareas por hacer|pendiente|nueva|nuevo|abierto|abierta|sin empezar|a faire|à faire|nouveau|nouvelle|ouvert|ouverte|non commencé|' +
        'zu erledigen|offen|neu|nicht begonnen|nicht gestartet|geplant|a fazer|tarefas pendentes|pendente|aberto|aberta|nova|novo|não iniciado|não iniciada|' +
        'do zrobienia|nowy|nowe|otwarte|otwarty|nierozpoczęte|новая|новый|к выполнению|da fare|aperto|nuova|nuovo|non iniziato|te doen|nieuw|niet gestart|' +
        '未着手|新規|未対応|作業前|オープン|やること|待办|待處理|待处理|新建|未开始|打开|新建立|未開始|' +
        'needs action|att göra|ej påbörjad|inte påbörjad|ny|öppen|planerad|at gøre|ikke startet|ikke påbegyndt|åben|planlagt|å gjøre|ikke påbegynt|åpen|tekemättä|aloittamatta|ei aloitettu|uusi|avoin|suunniteltu|k vyřízení|nezahájeno|nový|nové|otevřeno|otevřený|otevřené|plánováno|nezačaté|otvorené|otvorený|teendő|új|nyitott|nem kezdődött el|tervezett|de făcut|neînceput|nou|deschis|yapılacak|yapılacaklar|başlanmadı|başlamadı|yeni|açık|bekliyor|beklemede|할 일|할일|예정|대기|대기중|시작 전|시작 안함|신규|미시작|열림|до виконання|нове|новий|відкрито|заплановано|не розпочато|новое|открыт|открыта|запланировано|не начато|не начата|сделать|προς εκτέλεση|νέο|za napraviti|novo|otvoreno|chưa bắt đầu|cần làm|mới|belum dimulai|baru|לביצוע|חדש|פתוח|جديد|لم يبدأ|قيد الانتظار',
    ),
  ],
  [
    taskStatus.inProgress,
    listed(
      'in progress|in process|doing|started|active|working on it|wip|in development|work in progress|in dev|implementing|implementation|ongoing|underway|current|committed|in work|development|develop|' +
        'en curso|en progreso|haciendo|en proceso|en cours|in bearbeitung|in arbeit|läuft|begonnen|em andamento|em progresso|fazendo|em curso|' +
        'в работе|w toku|w trakcie|w realizacji|in corso|in lavorazione|in elaborazione|bezig|in uitvoering|mee bezig|進行中|処理中|作業中|対応中|进行中|处理中|實作中|开发中|' +
        'pågår|pågående|påbörjad|under arbete|i gang|igangværende|påbegyndt|påbegynt|under arbeid|kesken|käynnissä|työn alla|aloitettu|probíhá|v řešení|rozpracováno|zahájeno|prebieha|v riešení|rozpracované|folyamatban|în curs|în lucru|în desfășurare|devam ediyor|devam eden|yapılıyor|sürüyor|진행|작업중|작업 중|진행중|진행 중|в роботі|у роботі|виконується|в процесі|в процессе|выполняется|начато|σε εξέλιξη|u tijeku|u toku|v teku|đang làm|đang thực hiện|đang tiến hành|sedang dikerjakan|sedang berjalan|berjalan|בתהליך|בעבודה|قيد التنفيذ|جاري',
    ),
  ],
  [
    taskStatus.underReview,
    listed(
      'under review|in review|review|reviewing|testing|qa|to verify|code review|peer review|waiting for review|ready for review|needs review|in testing|in test|in qa|delivered|verify|verification|to be verified|approval|waiting for approval|ready for qa|test|to test|ready for test|staging|' +
        'en revisión|revisión|en révision|en revue|à valider|in prüfung|zur prüfung|in überprüfung|em revisão|revisão|do sprawdzenia|w recenzji|in revisione|revisione|in beoordeling|ter controle|' +
        'レビュー|レビュー中|レビュー待ち|审核中|待审核|评审中|测试中|' +
        'granskning|under granskning|til gennemsyn|under gennemsyn|til gjennomgang|under vurdering|tarkistettavana|tarkastuksessa|ke kontrole|kontrola|testování|na kontrolu|ellenőrzés alatt|ellenőrzés|tesztelés|în verificare|în revizuire|incelemede|inceleniyor|검토|검토중|검토 중|리뷰|테스트|на перевірці|перевірка|на проверке|проверка|тестирование|đang xem xét|chờ duyệt|ditinjau|בבדיקה|قيد المراجعة',
    ),
  ],
  [
    taskStatus.completed,
    listed(
      'completed|complete|done|closed|finished|resolved|shipped|accepted|fixed|deployed|released|live|merged|verified|published|' +
        'hecho|listo|finalizada|finalizado|terminado|terminada|completado|completada|cerrada|cerrado|resuelta|resuelto|terminé|terminée|fait|fini|fermé|fermée|résolu|résolue|' +
        'fertig|erledigt|abgeschlossen|geschlossen|gelöst|concluído|concluída|feito|finalizado|fechado|fechada|resolvido|resolvida|itens concluídos|completo|' +
        'решена|решено|закрыта|закрыт|готово|gotowe|zrobione|ukończone|zakończone|zamknięty|zamknięte|rozwiązany|fatto|completato|completata|chiuso|chiusa|risolto|concluso|gereed|klaar|voltooid|gesloten|opgelost|afgerond|' +
        '完了|終了|解決|解決済み|済み|クローズ|完成|已完成|已关闭|已解决|已結束|关闭|解决|已解決|' +
        'klar|klart|färdig|slutförd|avslutad|stängd|löst|færdig|udført|afsluttet|lukket|ferdig|fullført|avsluttet|valmis|tehty|suoritettu|suljettu|ratkaistu|hotovo|dokončeno|splněno|uzavřeno|uzavřený|vyřešeno|hotové|dokončené|splnené|uzavreté|vyriešené|kész|befejezve|lezárt|lezárva|megoldva|finalizat|terminat|gata|închis|rezolvat|tamamlandı|bitti|yapıldı|kapalı|kapatıldı|çözüldü|완료|완료됨|종료|닫힘|해결|해결됨|виконано|завершено|закрито|вирішено|выполнено|выполнена|завершена|сделано|ολοκληρώθηκε|ολοκληρωμένο|gotovo|završeno|zatvoreno|končano|hoàn thành|đã hoàn thành|đã xong|xong|selesai|הושלם|בוצע|סגור|مكتمل|منجز|مغلق',
    ),
  ],
  [
    taskStatus.rejected,
    listed(
      'rejected|cancelled|canceled|wont do|wont fix|wontfix|declined|duplicate|archived|invalid|removed|abandoned|not planned|obsolete|discarded|' +
        'wont be done|will not do|will not be done|will not fix|not doing|not a bug|not an issue|by design|as designed|works as designed|works as intended|works for me|worksforme|cannot reproduce|cant reproduce|could not reproduce|unable to reproduce|unable to duplicate|not fixable|not reproducible|duplicated|dropped|killed|superseded|scrapped|withdrawn|no longer needed|not needed|dismissed|denied|deleted|' +
        'storniert|abgesagt|verworfen|gestrichen|entfällt|entfallen|zurückgezogen|ungültig|duplikat|kein fehler|nicht reproduzierbar|wird nicht gemacht|wird nicht umgesetzt|wird nicht behoben|wird nicht erledigt|nicht umgesetzt|' +
        'abandonné|abandonnée|refusé|refusée|doublon|sans suite|écarté|écartée|ne sera pas fait|ne sera pas corrigé|ne pas faire|non reproductible|' +
        'descartado|descartada|anulado|anulada|denegado|denegada|desestimado|desestimada|duplicado|duplicada|inválido|inválida|abandonado|abandonada|no se hará|no se corregirá|no reproducible|recusado|recusada|negado|negada|não será feito|não será corrigido|não reproduzível|' +
        'anulowany|anulowana|odrzucona|porzucone|duplikat|nie zostanie naprawione|nie będzie zrobione|annullata|rifiutata|scartato|scartata|duplicato|duplicata|abbandonato|non verrà fatto|non sarà corretto|vervallen|afgekeurd|duplicaat|ongeldig|wordt niet gedaan|wordt niet opgelost|' +
        '対応しない|対応不要|修正しない|見送り|中止|重複|無効|再現せず|再現しない|取り消し|取消し|キャンセル済み|却下済み|不予修复|不修复|不做|不予解决|无效|重复|无法重现|拒绝|作废|已作废|废弃|已废弃|已放弃|駁回|已駁回|重複|отменён|отклонён|дубликат|не будет исправлено|не будет сделано|не воспроизводится|снято|снята|аннулировано|중복|기각|무효|하지 않음|수정 안 함|' +
        'rechazada|rechazado|cancelado|cancelada|rejeté|rejetée|annulé|annulée|abgelehnt|abgewiesen|abgebrochen|rejeitada|rejeitado|' +
        'odrzucony|odrzucone|anulowane|rifiutato|annullato|afgewezen|geannuleerd|却下|キャンセル|已拒绝|已取消|取消|已拒絕|отклонена|отклонено|' +
        'avvisad|avbruten|avböjd|afvist|annulleret|avvist|avbrutt|kansellert|hylätty|peruttu|peruutettu|zamítnuto|zrušeno|odmítnuto|zamietnuté|zrušené|elutasítva|törölve|elvetve|respins|anulat|reddedildi|iptal|iptal edildi|취소|취소됨|거절|반려|відхилено|скасовано|отменено|отменена|отклонен|odbijeno|otkazano|đã hủy|dibatalkan|ditolak|בוטל|נדחה|ملغى|مرفوض',
    ),
  ],
]
const statusOf = new Map(statusWords.flatMap(([status, words]) => words.map((word) => [word, status] as const)))

/** Words that say the same inside a longer name: 'Waiting for review', 'Done this week'. */
const statusParts: ReadonlyArray<readonly [status: number, part: RegExp]> = [
  [taskStatus.assigned, /\b(?:to ?do|backlog|next up|planned)\b/],
  [taskStatus.inProgress, /\b(?:doing|progress|wip|working on)\b/],
  [taskStatus.underReview, /\b(?:review|reviewing|testing|qa|approval)\b/],
  [taskStatus.completed, /\b(?:done|completed?|finished|closed|shipped|resolved)\b/],
  [taskStatus.rejected, /\b(?:rejected|cancell?ed|declined|wont)\b/],
]
const NOT = /\b(?:not|never|un|until|before|almost|half|definition of)\b/

/** The status that such a word usually means; undefined for one that is not known. */
export const readStatus = (text: string): number | undefined => {
  const said = plain(text)
  if (text.includes('%')) {
    const percent = readPercent(text)
    if (percent !== undefined)
      return percent === 100 ? taskStatus.completed : percent === 0 ? taskStatus.assigned : taskStatus.inProgress
  }
  if (/^[0-5]$/.test(said)) return Number(said)
  // 'Terminé(e)' and 'Terminé·e' are one word for both.
  const ending = text.replace(/(?<=\p{L})(?:\(\p{L}{1,3}\)|[·•]\p{L}{1,2}(?!\p{L}))/gu, '')
  // 'notStarted', as programs write it for each other.
  return (
    statusOf.get(said) ??
    statusOf.get(plain(ending)) ??
    statusOf.get(plain(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
  )
}

/** The status that a longer name most likely means: one that a single word in it says. */
export const proposeStatus = (text: string): number | undefined => {
  const said = plain(text)
  const found = NOT.test(said) ? [] : statusParts.filter(([, part]) => part.test(said))
  return found.length === 1 ? found[0]?.[0] : undefined
}
