import { fold } from '#shared/contract/fold.ts'

/** What a column of a table can be: 'kept' is a line of the description, 'ignored' is left out. */
export const tableFields = [
  'kept',
  'ignored',
  'key',
  'title',
  'description',
  'status',
  'list',
  'percent',
  'finished',
  'archived',
  'assignee',
  'assigneeCall',
  'dueOn',
  'priority',
  'labels',
  'estimateHours',
  'doneWhen',
  'doneWhenState',
  'blockedBy',
  'comments',
  'attachments',
  'rowType',
] as const
export type TableField = (typeof tableFields)[number]

/** A head as it is compared: without case, accents, blanks, '_' and '-'; 'Task #' is a number. */
export const headOf = (name: string): string => {
  const said = fold(name.trim())
  return said === '#'
    ? '#'
    : said
        .replace(/(?<=\p{L} ?)#$/u, 'no')
        .replace(/%/g, 'percent')
        .replace(/[^\p{L}\p{N}]+/gu, '')
}

/* Each list has the surest words first: of two columns for one field, the one that comes first here takes it. */
const words: Readonly<Record<Exclude<TableField, 'kept' | 'ignored'>, string>> = {
  key:
    'Issue key|Key|Identifier|Aufgaben-ID|Number|#|ID|No|Task ID|Task Custom ID|Issue ID|Card ID|Work item ID|Story ID|Task number|ID readable|Nr|' +
    'Clave de incidencia|Clave|Clé de ticket|Clé|Clé de demande|Vorgangsschlüssel|Schlüssel|Chave da item|Chave do item|Chave da pendência|Chave|Klucz zgłoszenia|Klucz|Chiave segnalazione|Chiave ticket|Chiave|Issuesleutel|Sleutel|' +
    '課題キー|キー|番号|问题关键字|问题密钥|密钥|关键字|编号|課題ID|' +
    'N°|№|Lp|S.No|Sr No|Sl No|Item no|Task no|Issue number|Pos|序号|번호|No. de tarea|Bug ID|Ticket ID|Ticket no|Ticket number|Issue no|Card no|Story no|Ref no|WBS|Ключ проблемы|Ключ запроса|Ключ задачи|GID',
  title:
    'Title|Summary|Subject|Name|Task name|Card name|Issue title|Work item title|Task title|Item name|Task|Item|Content|Story|Card|Title 1|Title 2|Title 3|Title 4|Title 5|To do|' +
    'Resumen|Asunto|Título|Nombre|Tarea|Nombre de la tarea|Résumé|Sujet|Titre|Nom|Tâche|Nom de la tâche|Zusammenfassung|Thema|Titel|Name der Aufgabe|Aufgabe|Aufgabenname|Bezeichnung|' +
    'Resumo|Assunto|Nome|Tarefa|Nome da tarefa|Podsumowanie|Temat|Tytuł|Nazwa|Zadanie|Nazwa zadania|Riepilogo|Oggetto|Titolo|Nome attività|Attività|Samenvatting|Onderwerp|Naam|Taak|Taaknaam|' +
    '要約|題名|タイトル|件名|タスク名|名前|概要|摘要|主题|标题|任务名称|任务|名称|主旨|標題|Тема|Название|Задача|What|Action|Action item|Activity|Was|Quoi|Qué|' +
    'Uppgift|Rubrik|Ärende|Sammanfattning|Aktivitet|Åtgärd|Vad|Opgave|Opgavenavn|Overskrift|Emne|Hvad|Oppgave|Oppgavenavn|Tittel|Hva|Tehtävä|Tehtävän nimi|Otsikko|Aihe|Mitä|Úkol|Název úkolu|Název|Předmět|Souhrn|Činnost|Úloha|Názov úlohy|Názov|Predmet|Zhrnutie|Činnosť|Feladat|Feladat neve|Cím|Tárgy|Megnevezés|Teendő|Összefoglaló|Sarcină|Titlu|Denumire|Subiect|Activitate|Görev|Görev adı|Başlık|Konu|Özet|Yapılacak|제목|작업|작업명|업무|업무명|할 일|요약|과제|태스크|Завдання|Назва|Заголовок|Что|Εργασία|Τίτλος|Θέμα|Zadatak|Naziv|Naslov|Naloga|Opravilo|Công việc|Nhiệm vụ|Tiêu đề|Tên công việc|Tugas|Judul|Pekerjaan|משימה|כותרת|נושא|المهمة|العنوان|الموضوع|Chore|Job|Assignment|Namn|Navn|Nimi|Név|Nume|İsim|이름|Имя|Όνομα|Tên|Nama|שם|الاسم|' +
    'タスク|作業|作業名|作業項目|作業内容|項目|課題|事项|工作内容|任务内容|工作事项|Wat|Co robimy|Co zrobić|Qué hacer|Que faire|Cosa fare|O que|Short desc',
  description:
    'Description|Notes|Task content|Details|Body|Card description|Text|Note|Task description|Content (Markdown)|Repro steps|Desc|Body content|Text content|' +
    'Descripción|Notas|Beschreibung|Notizen|Descrição|Opis|Notatki|Descrizione|Note|Beschrijving|Omschrijving|Notities|Remarques|' +
    '説明|詳細|メモ|描述|说明|备注|描述信息|描述 / 说明|Описание|' +
    'Beskrivning|Anteckningar|Anteckning|Beskrivelse|Noter|Bemærkninger|Notater|Kuvaus|Muistiinpanot|Lisätiedot|Popis|Poznámky|Poznámka|Leírás|Megjegyzés|Megjegyzések|Jegyzetek|Descriere|Açıklama|Notlar|설명|내용|메모|비고|상세|Опис|Примітки|Нотатки|Примечания|Заметки|Примечание|Περιγραφή|Σημειώσεις|Mô tả|Ghi chú|Deskripsi|Catatan|Keterangan|תיאור|הערות|الوصف|ملاحظات|' +
    'Bemerkung|Bemerkungen|Anmerkung|Anmerkungen|Observaciones|Observações|Osservazioni|Uwagi|Remarque|Toelichting|備考|内容',
  status:
    'Status|State|Current state|Progress|Workflow state|Stage|' +
    'Estado|Statut|État|Situação|Stato|Staat|Voortgang|Fortschritt|Progreso|Avancement|Postęp|Avanzamento|ステータス|状態|進捗状況|進捗|状态|狀態|进度|Статус|State name|Status name|' +
    'Tila|Tilanne|Vaihe|Stav|Állapot|Státusz|Stare|Stadiu|Durum|상태|진행 상태|진행상황|Стан|Состояние|Κατάσταση|Stanje|Trạng thái|Tình trạng|סטטוס|מצב|الحالة|' +
    'Stan|Stand|Bearbeitungsstand|状況|進行状況|ステイタス|进展|完成情况|进展情况',
  list:
    'Section/Column|List name|List|Bucket name|Bucket|Section|Column|Column name|Group|Group name|Lane|Board column|Kanban status|' +
    'Lista|Liste|Lijst|Bucket-Name|Nombre del cubo|Depósito|Nom du compartiment|Compartiment|Nome do bucket|Nazwa zasobnika|Zasobnik|Nome bucket|Bucketnaam|リスト|セクション|バケット名|バケット|列表|分组|存储桶名称|存储桶|Sección|Spalte|Colonne|' +
    'Kolumn|Grupp|Sektion|Kolonne|Gruppe|Luettelo|Sarake|Ryhmä|Seznam|Sloupec|Skupina|Sekce|Zoznam|Stĺpec|Oszlop|Csoport|Listă|Coloană|Sütun|Bölüm|목록|리스트|섹션|그룹|Список|Колонка|Раздел|Λίστα|Στήλη|Popis zadataka|Stupac|Danh sách|Daftar|רשימה|القائمة|Pipeline|' +
    'To-do list|Todo list|Task list|Tasklist|Phase|Fase|Etappe|Étape|Etap',
  percent:
    '% Complete|Percent complete|% Done|Done ratio|Completion|Progress (%)|% Realizado|% réalisé|% erledigt|% abgeschlossen|% Terminado|% Completo|% Wykonania|% Completato|% voltooid|進捗率|% 完成|完成比例|完成百分比|Готовность',
  finished:
    'Completed|Is completed|Completed at|Completed on|Completed date|Completion date|Date completed|Date done|Due complete|Is due completed|Accepted at|Done|Is done|Finished|Finished at|Complete|Checked|' +
    'Fecha de finalización|Completado|Date d’achèvement|Abgeschlossen am|Abschlussdatum|Data de conclusão|Data ukończenia|Data di completamento|Voltooiingsdatum|完了日|完了日時|完成日期|已完成|Erledigt|Erledigt am|Fertig|Fait|Terminé|Hecho|Feito|Concluído|Fatto|Klaar|Gedaan|Zrobione|完了|' +
    'Klar|Klart|Färdig|Slutförd|Färdigt|Udført|Afsluttet|Færdig|Ferdig|Fullført|Valmis|Tehty|Hotovo|Dokončeno|Splněno|Hotové|Dokončené|Splnené|Kész|Elkészült|Befejezve|Finalizat|Terminat|Gata|Tamamlandı|Bitti|Yapıldı|완료|완료 여부|완료일|Виконано|Завершено|Выполнено|Готово|Сделано|Ολοκληρώθηκε|Gotovo|Završeno|Končano|Hoàn thành|Selesai|הושלם|בוצע|مكتمل|Actual completion|Actual completion date|Actual finish|Actual end|Is it done',
  archived:
    'Archived|Is archived|Is trashed|Trashed|Archived at|Archived on|Archiviert|Archivado|Archivé|Arquivado|Archiviato|Gearchiveerd|Zarchiwizowane|アーカイブ済み|已归档',
  assignee:
    'Assignee|Assigned to|Assignees|Assignee name|Responsible|Owned by|Assigned|Assign|Owner|Owners|Person|People|Who|Members|Member|Worker|Developer|' +
    'Persona asignada|Asignado a|Asignado|Responsable|Personne assignée|Assigné à|Attribution|Attribuée à|Zugewiesene Person|Zugewiesen an|Zugewiesen|Zugewiesen zu|Bearbeiter|Zuständig|Verantwortlich|' +
    'Responsável|Atribuído para|Atribuído a|Atribuída a|Osoba przypisana|Przypisany do|Przypisane do|Przypisany|Przydzielono do|Wykonawca|Assegnatario|Assegnato a|Assegnata a|Responsabile|' +
    'Toegewezen aan|Toegewezen|Uitvoerder|Verantwoordelijke|担当者|担当|割り当て先|割り当て|经办人|负责人|受理人|指派给|被分派者|分配给|执行者|已分配给|Назначена|Исполнитель|Lead|Resource names|Wer|Qui|Quién|Quem|Chi|Kto|' +
    'Ansvarig|Tilldelad|Tilldelad till|Utförare|Handläggare|Vem|Ansvarlig|Tildelt|Tildelt til|Hvem|Vastuuhenkilö|Vastuussa|Tekijä|Kuka|Řešitel|Přiřazeno|Odpovědná osoba|Zodpovědná osoba|Odpovídá|Zodpovídá|Vlastník|Kdo|Riešiteľ|Priradené|Pridelené|Zodpovedná osoba|Zodpovedný|Felelős|Hozzárendelve|Végrehajtó|Responsabil|Atribuit lui|Atribuit|Asignat|Cine|Atanan|Atanan kişi|Sorumlu|Sorumlu kişi|Görevli|Kim|담당자|담당|책임자|할당|배정|Виконавець|Відповідальний|Призначено|Ответственный|Кто|Υπεύθυνος|Ανατέθηκε σε|Ανάθεση|Odgovorna osoba|Dodijeljeno|Dodeljeno|Zadužen|Người phụ trách|Người thực hiện|Phụ trách|Penanggung jawab|Ditugaskan kepada|Pelaksana|אחראי|מוקצה ל|المسؤول|مسند إلى|Employee|Team member|Staff|Delegate|Volunteer|Mitarbeiter|Mitarbeiterin|Imię|Imię i nazwisko|Vorname|Prénom|Jméno|Meno|Ім’я|Full name|First name|' +
    'Wie|Osoba|Osoba odpowiedzialna|Odpowiedzialny|Odpowiedzialna|Zuständigkeit|Verantwortlichkeit|Verantwortliche Person|Encargado|Encargada|Encarregado|Incaricato|Incaricata|Responsable de la tarea|责任人|責任者|작업자|Who does it|Assigned users|Assigned user|Who is responsible|Person responsible|Responsible person',
  assigneeCall:
    'Assignee username|Assignee email|Assignee mail|Assignee ID|Assignee login|Assigned to email|ID de persona asignada|ID de la persona asignada|Assignees usernames',
  dueOn:
    'Due date|Due|Due on|Due at|Deadline|Date due|Target date|End date|Finish date|Due date text|Date|Finish|Target|End|Due date time|' +
    'Fecha de vencimiento|Fecha límite|Fecha fin|Vencimiento|Fecha de entrega|Date d’échéance|Échéance|Date limite|Fälligkeitsdatum|Fällig|Fällig am|Fälligkeit|Frist|Abgabedatum|Enddatum|' +
    'Data limite|Data de vencimento|Data prevista|Data de fim|Prazo|Data de entrega|Vencimento|Termin|Termin wykonania|Data oddania|Termin płatności|Data ukończenia planowana|' +
    'Data di scadenza|Scadenza|Vervaldatum|Verwachte einddatum|Einddatum|Uiterste datum|Einde|期限|期日|締切|締め切り|期限日|截止日期|到期日|到期日期|计划完成日期|完成日期|截止时间|到期|Дата выполнения|Срок|Due by|By when|When|Bis|Bis wann|Fertig bis|Datum|Fecha|日期|Timeline - End|' +
    'Förfallodatum|Förfaller|Slutdatum|Klart senast|Senast|Sista datum|När|Forfaldsdato|Slutdato|Forfallsdato|Sluttdato|Määräpäivä|Eräpäivä|Määräaika|Päivämäärä|Termín splnění|Datum splnění|Termín|Do kdy|Uzávěrka|Splnit do|Termín splnenia|Dátum splnenia|Do kedy|Határidő|Esedékesség|Befejezés dátuma|Termen limită|Termen|Data limită|Scadență|Data scadentă|Bitiş tarihi|Son tarih|Teslim tarihi|Vade tarihi|Vade|Tarih|마감일|마감|마감 기한|기한|완료 예정일|종료일|날짜|Термін|Термін виконання|Дата виконання|Дедлайн|Крайній термін|Строк|Срок выполнения|Крайний срок|Дата|Προθεσμία|Ημερομηνία λήξης|Λήξη|Rok|Datum dospijeća|Hạn chót|Ngày hết hạn|Ngày đến hạn|Thời hạn|Hạn|Tenggat waktu|Tenggat|Batas waktu|Jatuh tempo|Tanggal|תאריך יעד|דדליין|תאריך|تاريخ الاستحقاق|الموعد النهائي|التاريخ|' +
    'Срок исполнения|Wanneer|Do kiedy|Zu erledigen bis|Erledigen bis|Zieldatum|Quand|Pour quand|Pour le|Cuándo|Quando|Entro|Entro il|納期|締切日|終了日|完了予定日|終了予定日|期限日時|完成时间|结束日期|结束时间|Target completion|Target completion date|Planned end|Planned finish|Expected completion|Estimated completion|Until|Until when|Till when|By date',
  priority:
    'Priority|Priority label|Urgency|Importance|Severity|Prioridad|Priorité|Priorität|Dringlichkeit|Prioridade|Priorytet|Priorità|Prioriteit|優先度|优先级|優先權|优先度|重要性|Приоритет|' +
    'Prioritet|Prioriteetti|Tärkeys|Priorita|Důležitost|Prioritás|Fontosság|Prioritate|Öncelik|우선순위|중요도|Пріоритет|Προτεραιότητα|Prioriteta|Độ ưu tiên|Mức độ ưu tiên|Ưu tiên|Prioritas|עדיפות|الأولوية|Prio|Wichtigkeit',
  labels:
    'Labels|Label|Tags|Tag|Components|Component|Component/s|Categories|Category|' +
    'Etiquetas|Etiqueta|Étiquettes|Étiquette|Libellés|Stichwörter|Etiketten|Kategorien|Markierung|Schlagwörter|Bezeichnungen|Rótulos|Etykiety|Etykieta|Tagi|Etichette|Etichetta|Trefwoorden|Categorieën|Kategorie|Catégorie|Categoría|Categoria|Kategoria|Categorie|カテゴリ|カテゴリー|分类|ラベル|タグ|标签|標籤|类别|Категория|Метки|' +
    'Etiketter|Taggar|Mærker|Merkelapper|Tunnisteet|Kategoria|Luokka|Štítky|Štítek|Kategorie|Címkék|Kategória|Etichete|Categorie|Etiketler|Etiket|Kategori|라벨|레이블|태그|분류|카테고리|Мітки|Теги|Категорія|Ετικέτες|Κατηγορία|Oznake|Nhãn|Thẻ|תגיות|الوسوم|التصنيف',
  estimateHours:
    'Estimate (hours)|Estimated hours|Hours|Estimate|Original estimate|Time estimate|Time estimated|Estimation|Estimated time|Effort (hours)|Effort (h)|Estimated duration|Duration (hours)|Planned hours|Time original estimate|Time stats human time estimate|' +
    'Estimación original|Tiempo estimado|Estimación|Estimation originale|Estimation initiale|Temps estimé|Ursprüngliche Schätzung|Geschätzter Aufwand|Aufwand|Schätzung|' +
    'Estimativa original|Tempo estimado|Estimativa|Pierwotne oszacowanie|Szacowany czas|Pierwotny szacowany czas|Stima originale|Tempo stimato|Stima|Oorspronkelijke schatting|Geschatte tijd|Schatting|初期見積り|初期見積もり|予定工数|見積もり|原预估时间|初始预估|预期时间|預估工時|预估工时|Оценка времени|' +
    'Uppskattad tid|Uppskattning|Timmar|Estimat|Arvio|Työmäärä|Odhad|Odhadovaný čas|Becslés|Becsült idő|Estimare|Tahmini süre|Tahmin|예상 시간|예상 소요 시간|Оцінка|Оценка|Εκτίμηση|Procjena|' +
    'Horas|Heures|Stunden|Ore|Uren|Godziny|Est hours|Hours estimated|Hours (est)|時間|工数|工时',
  doneWhen:
    'Done when|Acceptance criteria|Checklist|Checklists|Checklist items|List content|Definition of done|Subtasks|Sub-task|Subtask|Sub-item|Subitem|Subitems|Tasks|Elementos de la lista de comprobación|Éléments de la liste de contrôle|Checklistenelemente|Prüflistenelemente|Itens da lista de verificação|Elementy listy kontrolnej|チェックリスト アイテム|清单项|检查列表项|Checkliste|Unteraufgaben|Unteraufgabe|Sous-tâches|Subtareas|Subtarefas|Liste de contrôle|Lista de verificación|Lista de verificação|Sottoattività|Subtaken|Podzadania|サブタスク|チェックリスト|子任务|检查清单|Подзадачи|Чек-лист',
  doneWhenState: '',
  blockedBy:
    'Blocked by|Blocked by (dependencies)|Depends on|Dependencies|Inward issue link (Blocks)|Waiting on|Predecessors|Bloqueado por|Bloqué par|Blockiert von|Bloccato da|Geblokkeerd door|Zablokowane przez|Dependent on|Blockiert durch|Gesperrt von|Abhängig von|Vorgänger|Dépend de|Prédécesseurs|Depende de|Predecesoras|Predecessoras|Dipende da|Predecessori|Afhankelijk van|Voorgangers|Zależy od|Poprzedniki|先行タスク|前置任务|Предшественники',
  comments:
    'Comment|Comments|Comentario|Comentarios|Commentaire|Commentaires|Kommentar|Kommentare|Comentário|Comentários|Komentarz|Komentarze|Commento|Commenti|Opmerking|Opmerkingen|Reactie|Reacties|コメント|评论|評論|Комментарий|' +
    'Kommentarer|Kommentit|Komentář|Komentáře|Komentár|Komentáre|Megjegyzések|Comentarii|Yorum|Yorumlar|댓글|코멘트|의견|Комментарии|Коментар|Коментарі|Σχόλια|Komentari',
  attachments:
    'Attachment|Attachments|Attachment links|Files|Adjunto|Adjuntos|Archivo adjunto|Pièce jointe|Pièces jointes|Anhang|Anhänge|Anexo|Anexos|Załącznik|Załączniki|Allegato|Allegati|Bijlage|Bijlagen|添付ファイル|附件',
  rowType: '',
}

type Known = { field: TableField; rank: number }
const known = new Map<string, Known>()
for (const [field, list] of Object.entries(words) as Array<[TableField, string]>)
  for (const [rank, word] of list.split('|').entries()) {
    const head = headOf(word)
    if (head !== '' && !known.has(head)) known.set(head, { field, rank })
  }

/** What may follow a name in brackets and says nothing of the field: a unit, a form, that it is required. */
const UNIT =
  /\s*[([{](?:h|hrs?\.?|hours?|std\.?|stunden|heures?|horas?|ore|uren|uur|godz\.?|時間|小时|min|mins|minutes?|minuten|d|days?|tage|s|sec|seconds?|utc|gmt|required|optional|\w{1,9}(?:\/\w{1,9}){1,4}|pflicht|pflichtfeld|obligatoire|date|text|html|markdown|[ymdjtagr]{2,4}([./-])[ymdjtagr]{2,4}\1[ymdjtagr]{2,4})[)\]}]\s*\*?\s*$/i

/** 'Task owner' and 'Issue status' say of what they are; other words behind these are names of their own. */
const OF_TASK = /^(?:task|issue|ticket|item|card|work item|bug|story)[\s_-]+(?=\S)/i
const saidOfTasks: ReadonlySet<TableField> = new Set<TableField>(['status', 'priority', 'assignee', 'dueOn', 'description', 'labels']) // prettier-ignore
const ofTask = (name: string): Known | undefined => {
  const found = OF_TASK.test(name) ? known.get(headOf(name.replace(OF_TASK, ''))) : undefined
  return found && saidOfTasks.has(found.field) ? { ...found, rank: found.rank + 0.5 } : undefined
}

/** The field that a head names, and how surely: 0 is the surest. Azure writes 'Microsoft.VSTS.Scheduling.DueDate', too. */
export const fieldOfHead = (name: string): Known | undefined =>
  known.get(headOf(name)) ??
  (name.length <= 200 && UNIT.test(name) ? known.get(headOf(name.replace(UNIT, ''))) : undefined) ??
  (/^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(name.trim()) ? known.get(headOf(name.split('.').at(-1) ?? '')) : undefined) ??
  ofTask(name)
