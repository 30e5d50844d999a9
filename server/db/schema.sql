-- What the database is today: tables with their indexes and triggers, then functions.
-- `npm run schema:generate` writes this file from the migrations, and a test compares the two. No program reads it.

CREATE TABLE access_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  token_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT access_tokens_id_fkey FOREIGN KEY (id) REFERENCES session_families(id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read'::text, 'work'::text, 'manage'::text, 'admin'::text])
);
CREATE INDEX access_tokens_of_user ON access_tokens USING btree (user_id, created_at);

CREATE TABLE account_exports (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  file_id uuid,
  claimed_until timestamp with time zone,
  ready_at timestamp with time zone,
  size_bytes bigint,
  CONSTRAINT account_exports_pkey PRIMARY KEY (id),
  CONSTRAINT account_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT account_exports_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'expired'::text, 'failed'::text]))
);
CREATE INDEX account_exports_open_idx ON account_exports USING btree (asked_at) WHERE state = ANY (ARRAY['waiting'::text, 'ready'::text]);
CREATE INDEX account_exports_user_idx ON account_exports USING btree (user_id, asked_at);

CREATE TABLE address_invitations (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  message text,
  task_id uuid,
  invited_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  ends_at timestamp with time zone,
  resent_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT address_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT address_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT address_invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT address_invitations_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  CONSTRAINT address_invitations_role_check CHECK (role = ANY (ARRAY['member'::text, 'admin'::text]))
);
CREATE INDEX address_invitations_email_idx ON address_invitations USING btree (lower(email));
CREATE INDEX address_invitations_end_idx ON address_invitations USING btree (COALESCE(ended_at, ends_at));
CREATE UNIQUE INDEX address_invitations_open_idx ON address_invitations USING btree (project_id, lower(email)) WHERE ended_at IS NULL;
CREATE INDEX address_invitations_person_idx ON address_invitations USING btree (invited_by);
CREATE INDEX address_invitations_task_idx ON address_invitations USING btree (task_id) WHERE task_id IS NOT NULL;

CREATE TABLE answer_records (
  user_id uuid NOT NULL,
  closed smallint DEFAULT 0 NOT NULL,
  answered smallint DEFAULT 0 NOT NULL,
  median_hours real,
  CONSTRAINT answer_records_pkey PRIMARY KEY (user_id),
  CONSTRAINT answer_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX answer_records_fastest_idx ON answer_records USING btree (median_hours, user_id) WHERE closed >= 5 AND median_hours IS NOT NULL;

CREATE TABLE calendars (
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  hides_titles boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT calendars_pkey PRIMARY KEY (user_id),
  CONSTRAINT calendars_token_hash_key UNIQUE (token_hash),
  CONSTRAINT calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE claims (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  task_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  terms jsonb NOT NULL,
  idempotency_key text,
  claimed_at timestamp with time zone NOT NULL,
  lease_until timestamp with time zone,
  first_hand_in_at timestamp with time zone,
  extended_at timestamp with time zone,
  half_warned_at timestamp with time zone,
  last_warned_at timestamp with time zone,
  ended_at timestamp with time zone,
  because text,
  pay_by timestamp with time zone,
  pay_half_reminded_at timestamp with time zone,
  pay_last_reminded_at timestamp with time zone,
  reads_since timestamp with time zone,
  own_comments jsonb,
  CONSTRAINT claims_pkey PRIMARY KEY (id),
  CONSTRAINT claims_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  CONSTRAINT claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT claims_check CHECK ((state = 'active'::text) = (ended_at IS NULL)),
  CONSTRAINT claims_check1 CHECK (kind <> 'assigned'::text OR lease_until IS NULL),
  CONSTRAINT claims_check2 CHECK (pay_by IS NULL OR state = 'finished'::text),
  CONSTRAINT claims_kind_check CHECK (kind = ANY (ARRAY['claimed'::text, 'applied'::text, 'assigned'::text])),
  CONSTRAINT claims_state_check CHECK (state = ANY (ARRAY['active'::text, 'returned'::text, 'takenBack'::text, 'expired'::text, 'finished'::text, 'ended'::text]))
);
CREATE UNIQUE INDEX claims_active_key ON claims USING btree (task_id) WHERE state = 'active'::text;
CREATE INDEX claims_guest_idx ON claims USING btree (user_id, project_id) WHERE reads_since IS NOT NULL AND (state = ANY (ARRAY['active'::text, 'finished'::text]));
CREATE UNIQUE INDEX claims_idempotency_key ON claims USING btree (task_id, user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX claims_lease_idx ON claims USING btree (lease_until) WHERE state = 'active'::text AND lease_until IS NOT NULL;
CREATE INDEX claims_pay_idx ON claims USING btree (pay_by) WHERE pay_by IS NOT NULL;
CREATE INDEX claims_person_idx ON claims USING btree (user_id, claimed_at DESC, id DESC);
CREATE INDEX claims_project_idx ON claims USING btree (project_id, user_id);
CREATE INDEX claims_task_idx ON claims USING btree (task_id, claimed_at DESC);
CREATE TRIGGER claims_counted AFTER UPDATE OF pay_by ON claims FOR EACH ROW WHEN (new.pay_by IS DISTINCT FROM old.pay_by) EXECUTE FUNCTION count_due_of_claim();
CREATE TRIGGER claims_opened AFTER INSERT OR UPDATE OF state ON claims FOR EACH ROW EXECUTE FUNCTION keep_open_task();

CREATE TABLE comments (
  id uuid NOT NULL,
  task_id uuid,
  author_id uuid,
  body text NOT NULL,
  mentioned_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  idempotency_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  request_id uuid,
  hidden_at timestamp with time zone,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_task_id_author_id_idempotency_key_key UNIQUE (task_id, author_id, idempotency_key),
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT comments_request_id_fkey FOREIGN KEY (request_id) REFERENCES project_requests(id) ON DELETE CASCADE,
  CONSTRAINT comments_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT comments_about_check CHECK (num_nonnulls(task_id, request_id) = 1),
  CONSTRAINT comments_body_check CHECK (char_length(body) <= 10000),
  CONSTRAINT comments_check CHECK (deleted_at IS NULL OR body = ''::text)
);
CREATE INDEX comments_author_idx ON comments USING btree (author_id);
CREATE INDEX comments_request_idx ON comments USING btree (request_id, created_at, id) WHERE request_id IS NOT NULL;
CREATE UNIQUE INDEX comments_request_key ON comments USING btree (request_id, author_id, idempotency_key) WHERE request_id IS NOT NULL;
CREATE INDEX comments_task_idx ON comments USING btree (task_id, created_at, id);

CREATE TABLE creator_applications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  status smallint DEFAULT 0 NOT NULL,
  reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  text text,
  answer_by timestamp with time zone,
  reminders smallint DEFAULT 0 NOT NULL,
  CONSTRAINT creator_applications_pkey PRIMARY KEY (id),
  CONSTRAINT creator_applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT creator_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT creator_applications_reminders_check CHECK (reminders >= 0 AND reminders <= 3),
  CONSTRAINT creator_applications_status_check CHECK (status >= 0 AND status <= 2),
  CONSTRAINT creator_applications_text_check CHECK (char_length(text) <= 1000)
);
CREATE INDEX creator_applications_all_idx ON creator_applications USING btree (created_at DESC, id DESC);
CREATE INDEX creator_applications_by_status_idx ON creator_applications USING btree (status, id);
CREATE INDEX creator_applications_newest_idx ON creator_applications USING btree (status, created_at DESC, id DESC);
CREATE UNIQUE INDEX creator_applications_open_key ON creator_applications USING btree (user_id) WHERE status = ANY (ARRAY[0, 1]);
CREATE INDEX creator_applications_user_idx ON creator_applications USING btree (user_id, created_at DESC);
CREATE INDEX creator_applications_waiting_idx ON creator_applications USING btree (answer_by) WHERE status = 0 AND reminders < 3;

CREATE TABLE dispute_readings (
  id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  read_by uuid NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT dispute_readings_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_readings_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id),
  CONSTRAINT dispute_readings_read_by_fkey FOREIGN KEY (read_by) REFERENCES users(id)
);
CREATE INDEX dispute_readings_idx ON dispute_readings USING btree (dispute_id, read_at DESC);

CREATE TABLE dispute_statements (
  id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  side text NOT NULL,
  part smallint NOT NULL,
  written_by uuid NOT NULL,
  text text NOT NULL,
  files jsonb DEFAULT '[]'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT dispute_statements_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_statements_dispute_id_side_part_key UNIQUE (dispute_id, side, part),
  CONSTRAINT dispute_statements_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id),
  CONSTRAINT dispute_statements_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id),
  CONSTRAINT dispute_statements_files_check CHECK (jsonb_typeof(files) = 'array'::text AND jsonb_array_length(files) <= 3),
  CONSTRAINT dispute_statements_part_check CHECK (part = ANY (ARRAY[1, 2])),
  CONSTRAINT dispute_statements_side_check CHECK (side = ANY (ARRAY['holder'::text, 'managers'::text])),
  CONSTRAINT dispute_statements_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 6000)
);

CREATE TABLE disputes (
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  side text NOT NULL,
  opened_by uuid NOT NULL,
  reason text NOT NULL,
  ask_cents numeric(15,1) NOT NULL,
  most_cents numeric(15,1) NOT NULL,
  state text DEFAULT 'stating'::text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  state_by timestamp with time zone NOT NULL,
  rule_by timestamp with time zone,
  half_reminded_at timestamp with time zone,
  last_reminded_at timestamp with time zone,
  lease_until timestamp with time zone,
  review_by timestamp with time zone,
  pay_by timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  amount_cents numeric(15,1),
  ruling text,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_claim_id_key UNIQUE (claim_id),
  CONSTRAINT disputes_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT disputes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  CONSTRAINT disputes_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  CONSTRAINT disputes_ask_cents_check CHECK (ask_cents >= 0::numeric AND ask_cents <= 1000000000::numeric),
  CONSTRAINT disputes_check CHECK (amount_cents >= 0::numeric AND amount_cents <= most_cents),
  CONSTRAINT disputes_check1 CHECK (ask_cents <= most_cents),
  CONSTRAINT disputes_check2 CHECK ((state = ANY (ARRAY['stating'::text, 'ruling'::text])) = (ended_at IS NULL)),
  CONSTRAINT disputes_check3 CHECK (state <> 'stating'::text OR rule_by IS NULL),
  CONSTRAINT disputes_check4 CHECK ((state <> ALL (ARRAY['ruling'::text, 'ruled'::text])) OR rule_by IS NOT NULL),
  CONSTRAINT disputes_check5 CHECK ((state = 'ruled'::text) = (amount_cents IS NOT NULL)),
  CONSTRAINT disputes_check6 CHECK ((state = 'ruled'::text) = (ruling IS NOT NULL)),
  CONSTRAINT disputes_check7 CHECK (ended_by IS NULL OR ended_at IS NOT NULL),
  CONSTRAINT disputes_reason_check CHECK (reason = ANY (ARRAY['notReviewed'::text, 'notAccepted'::text, 'amount'::text, 'notPaid'::text, 'workMissing'::text, 'other'::text])),
  CONSTRAINT disputes_ruling_check CHECK (char_length(ruling) >= 1 AND char_length(ruling) <= 6000),
  CONSTRAINT disputes_side_check CHECK (side = ANY (ARRAY['holder'::text, 'managers'::text])),
  CONSTRAINT disputes_state_check CHECK (state = ANY (ARRAY['stating'::text, 'ruling'::text, 'agreed'::text, 'ruled'::text, 'withdrawn'::text]))
);
CREATE INDEX disputes_opened_idx ON disputes USING btree (opened_at DESC, id DESC);
CREATE INDEX disputes_ruling_idx ON disputes USING btree (rule_by) WHERE state = 'ruling'::text;
CREATE INDEX disputes_stating_idx ON disputes USING btree (state_by) WHERE state = 'stating'::text;
CREATE TRIGGER disputes_counted AFTER UPDATE OF state ON disputes FOR EACH ROW WHEN (new.state = 'ruled'::text) EXECUTE FUNCTION count_due_of_entry();
CREATE TRIGGER disputes_final BEFORE UPDATE ON disputes FOR EACH ROW EXECUTE FUNCTION refuse_ended_dispute();

CREATE TABLE email_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  new_email text NOT NULL,
  code_hash text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_changes_expiry_idx ON email_changes USING btree (expires_at);
CREATE INDEX email_changes_user_idx ON email_changes USING btree (user_id);

CREATE TABLE email_recoveries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  old_email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  left_email text,
  CONSTRAINT email_recoveries_pkey PRIMARY KEY (id),
  CONSTRAINT email_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_recoveries_expiry_idx ON email_recoveries USING btree (expires_at);
CREATE INDEX email_recoveries_user_idx ON email_recoveries USING btree (user_id);

CREATE TABLE email_verification_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT email_verification_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT email_verification_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT email_verification_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_verification_tokens_expiry_idx ON email_verification_tokens USING btree (expires_at);
CREATE INDEX email_verification_tokens_user_idx ON email_verification_tokens USING btree (user_id);

CREATE TABLE event_log (
  epoch uuid NOT NULL,
  only_row boolean DEFAULT true NOT NULL,
  cluster text,
  CONSTRAINT event_log_pkey PRIMARY KEY (only_row),
  CONSTRAINT event_log_only_row_check CHECK (only_row)
);

CREATE TABLE events (
  id uuid NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  kind text NOT NULL,
  actor_id uuid,
  project_id uuid,
  task_id uuid,
  request_id uuid,
  subject_id uuid,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (xid, id),
  CONSTRAINT events_data_check CHECK (octet_length(data::text) <= 2048)
);
CREATE INDEX events_actor_idx ON events USING btree (actor_id, xid, id) WHERE actor_id IS NOT NULL;
CREATE INDEX events_kind_idx ON events USING btree (kind, xid, id);
CREATE INDEX events_project_idx ON events USING btree (project_id, xid, id) WHERE project_id IS NOT NULL;
CREATE INDEX events_subject_idx ON events USING btree (subject_id, xid, id) WHERE subject_id IS NOT NULL;
CREATE INDEX events_task_idx ON events USING btree (task_id, created_at, id) WHERE task_id IS NOT NULL;
CREATE INDEX events_trash_idx ON events USING btree (project_id, created_at) WHERE kind = ANY (ARRAY['task.deleted'::text, 'task.restored'::text]);
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER events_kept BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();

CREATE TABLE files (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  uploaded_by uuid NOT NULL,
  name text NOT NULL,
  content_type text DEFAULT 'application/octet-stream'::text NOT NULL,
  size_bytes integer DEFAULT 0 NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE RESTRICT,
  CONSTRAINT files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE RESTRICT,
  CONSTRAINT files_name_check CHECK (name <> ''::text),
  CONSTRAINT files_size_bytes_check CHECK (size_bytes >= 0),
  CONSTRAINT files_state_check CHECK (state = ANY (ARRAY['pending'::text, 'stored'::text, 'deleting'::text]))
);
CREATE INDEX files_person_usage_idx ON files USING btree (uploaded_by) INCLUDE (size_bytes) WHERE state <> 'deleting'::text;
CREATE INDEX files_project_idx ON files USING btree (project_id, created_at DESC, id DESC) WHERE state = 'stored'::text;
CREATE INDEX files_project_usage_idx ON files USING btree (project_id) INCLUDE (size_bytes) WHERE state <> 'deleting'::text;
CREATE INDEX files_unsettled_idx ON files USING btree (changed_at) WHERE state <> 'stored'::text;

CREATE TABLE hidden_members (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  last_active_at timestamp with time zone,
  CONSTRAINT hidden_members_pkey PRIMARY KEY (project_id, user_id),
  CONSTRAINT hidden_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT hidden_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT hidden_members_role_check CHECK (role = ANY (ARRAY['admin'::text, 'member'::text]))
);
CREATE INDEX hidden_members_user_idx ON hidden_members USING btree (user_id);

CREATE TABLE imports (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  created_by uuid NOT NULL,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  source text NOT NULL,
  task_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  continues uuid,
  waiting_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_project_id_created_by_idempotency_key_key UNIQUE (project_id, created_by, idempotency_key),
  CONSTRAINT imports_continues_fkey FOREIGN KEY (continues) REFERENCES imports(id) ON DELETE CASCADE,
  CONSTRAINT imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX imports_continues ON imports USING btree (continues) WHERE continues IS NOT NULL;

CREATE TABLE inbox_changes (
  user_id uuid NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX inbox_changes_time_idx ON inbox_changes USING btree (changed_at);
CREATE INDEX inbox_changes_xid_idx ON inbox_changes USING btree (xid);

CREATE TABLE jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  run_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  gave_up_at timestamp with time zone,
  last_error text,
  key text,
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_due_idx ON jobs USING btree (run_at, id) WHERE gave_up_at IS NULL;
CREATE INDEX jobs_given_up_idx ON jobs USING btree (gave_up_at) WHERE gave_up_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_key_idx ON jobs USING btree (kind, key) WHERE key IS NOT NULL;

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  device text NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  network text DEFAULT ''::text NOT NULL,
  CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device, network),
  CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE labels (
  project_id uuid NOT NULL,
  id smallint NOT NULL,
  name text NOT NULL,
  colour text NOT NULL,
  CONSTRAINT labels_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT labels_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX labels_name_key ON labels USING btree (project_id, lower(name));

CREATE TABLE ledger_balances (
  project_id uuid NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  amount_cents numeric(17,1) DEFAULT 0 NOT NULL,
  CONSTRAINT ledger_balances_pkey PRIMARY KEY (project_id, account, currency),
  CONSTRAINT ledger_balances_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  CONSTRAINT ledger_balances_check CHECK (account = 'budget'::text OR amount_cents >= 0::numeric)
);

CREATE TABLE ledger_entries (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  task_id uuid,
  claim_id uuid,
  user_id uuid,
  from_account text NOT NULL,
  to_account text NOT NULL,
  amount_cents numeric(15,1) NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL,
  payment_id uuid,
  event_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  CONSTRAINT ledger_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT ledger_entries_accounts_check CHECK (COALESCE(
CASE kind
    WHEN 'reserve'::text THEN from_account = 'budget'::text AND to_account = ('reserved:'::text || task_id)
    WHEN 'raise'::text THEN from_account = 'budget'::text AND to_account = ('reserved:'::text || task_id)
    WHEN 'release'::text THEN from_account = ('reserved:'::text || task_id) AND to_account = 'budget'::text
    WHEN 'due'::text THEN from_account = ('reserved:'::text || task_id) AND to_account = ('due:'::text || claim_id) AND user_id IS NOT NULL
    WHEN 'settle'::text THEN from_account = ('due:'::text || claim_id) AND to_account = ('paid:'::text || user_id) AND payment_id IS NOT NULL
    WHEN 'pay'::text THEN from_account = 'budget'::text AND to_account = ('paid:'::text || user_id) AND payment_id IS NOT NULL
    WHEN 'forgive'::text THEN from_account = ('due:'::text || claim_id) AND to_account = 'budget'::text AND user_id IS NOT NULL
    ELSE from_account = ('paid:'::text || user_id) AND (to_account = 'budget'::text OR to_account = ('due:'::text || claim_id)) AND payment_id IS NOT NULL
END, false)),
  CONSTRAINT ledger_entries_amount_cents_check CHECK (amount_cents > 0::numeric),
  CONSTRAINT ledger_entries_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT ledger_entries_event_check CHECK (event_id IS NOT NULL OR (kind = ANY (ARRAY['pay'::text, 'void'::text]))),
  CONSTRAINT ledger_entries_kind_check CHECK (kind = ANY (ARRAY['reserve'::text, 'raise'::text, 'release'::text, 'due'::text, 'settle'::text, 'pay'::text, 'void'::text, 'missing'::text, 'forgive'::text]))
);
CREATE INDEX ledger_entries_claim_idx ON ledger_entries USING btree (claim_id, created_at) WHERE claim_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_due_key ON ledger_entries USING btree (claim_id) WHERE kind = 'due'::text;
CREATE UNIQUE INDEX ledger_entries_payment_key ON ledger_entries USING btree (payment_id, from_account, to_account) WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entries_person_idx ON ledger_entries USING btree (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX ledger_entries_project_idx ON ledger_entries USING btree (project_id, created_at DESC, id DESC);
CREATE INDEX ledger_entries_task_idx ON ledger_entries USING btree (task_id, created_at) WHERE task_id IS NOT NULL;
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry_change();
CREATE TRIGGER ledger_entries_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_balances();
CREATE TRIGGER ledger_entries_counted AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (new.claim_id IS NOT NULL) EXECUTE FUNCTION count_due_of_entry();
CREATE TRIGGER ledger_entries_kept BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();

CREATE TABLE market_counts (
  span text NOT NULL,
  starts date NOT NULL,
  basic integer DEFAULT 0 NOT NULL,
  bronze integer DEFAULT 0 NOT NULL,
  silver integer DEFAULT 0 NOT NULL,
  gold integer DEFAULT 0 NOT NULL,
  CONSTRAINT market_counts_pkey PRIMARY KEY (span, starts),
  CONSTRAINT market_counts_span_check CHECK (span = ANY (ARRAY['month'::text, 'day'::text]))
);

CREATE TABLE memberships (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  joined_at timestamp with time zone DEFAULT now() NOT NULL,
  last_active_at timestamp with time zone,
  CONSTRAINT memberships_pkey PRIMARY KEY (project_id, user_id),
  CONSTRAINT memberships_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT memberships_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))
);
CREATE INDEX memberships_user_idx ON memberships USING btree (user_id, joined_at DESC);
CREATE TRIGGER memberships_rated AFTER DELETE ON memberships FOR EACH ROW WHEN (old.role <> 'owner'::text) EXECUTE FUNCTION cause_rating_of_leaver();

CREATE TABLE notice_mails (
  user_id uuid NOT NULL,
  last_digest_at timestamp with time zone,
  CONSTRAINT notice_mails_pkey PRIMARY KEY (user_id),
  CONSTRAINT notice_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE notification_cursor (
  epoch uuid NOT NULL,
  xid xid8 NOT NULL,
  id uuid NOT NULL,
  only_row boolean DEFAULT true NOT NULL,
  CONSTRAINT notification_cursor_pkey PRIMARY KEY (only_row),
  CONSTRAINT notification_cursor_only_row_check CHECK (only_row)
);

CREATE TABLE notification_settings (
  user_id uuid NOT NULL,
  groups jsonb NOT NULL,
  time_zone text,
  digest_hour smallint NOT NULL,
  quiet_from text,
  quiet_to text,
  hide_previews boolean NOT NULL,
  CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT notification_settings_check CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT notification_settings_digest_hour_check CHECK (digest_hour >= 0 AND digest_hour <= 23)
);
CREATE TRIGGER notification_settings_changed AFTER INSERT OR UPDATE ON notification_settings FOR EACH ROW EXECUTE FUNCTION note_inbox_choice();

CREATE TABLE notifications (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id uuid NOT NULL,
  thread uuid NOT NULL,
  notice_group text NOT NULL,
  kind text NOT NULL,
  actor_id uuid,
  project_id uuid,
  task_id uuid,
  request_id uuid,
  first_event uuid NOT NULL,
  events jsonb NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  is_end boolean DEFAULT false NOT NULL,
  title text,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  done_at timestamp with time zone,
  snoozed_until timestamp with time zone,
  mail_since timestamp with time zone,
  mail_at timestamp with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT notifications_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT notifications_count_check CHECK (count > 0),
  CONSTRAINT notifications_notice_group_check CHECK (notice_group = ANY (ARRAY['direct'::text, 'requests'::text, 'review'::text, 'money'::text, 'deadlines'::text, 'following'::text, 'account'::text]))
);
CREATE INDEX notifications_done_at_idx ON notifications USING btree (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX notifications_done_idx ON notifications USING btree (user_id, updated_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX notifications_mail_idx ON notifications USING btree (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notifications_open_idx ON notifications USING btree (user_id, updated_at, id) WHERE done_at IS NULL;
CREATE INDEX notifications_project_idx ON notifications USING btree (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX notifications_task_idx ON notifications USING btree (task_id) WHERE task_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_unread_idx ON notifications USING btree (user_id, thread) WHERE read_at IS NULL AND done_at IS NULL;
CREATE TRIGGER notifications_added AFTER INSERT ON notifications REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_changes();
CREATE TRIGGER notifications_changed AFTER UPDATE ON notifications REFERENCING OLD TABLE AS there_before NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_changes();
CREATE TRIGGER notifications_removed AFTER DELETE ON notifications REFERENCING OLD TABLE AS there_before FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_changes();

CREATE TABLE offers (
  task_id uuid NOT NULL,
  project_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  mode text NOT NULL,
  takers text DEFAULT 'anyone'::text NOT NULL,
  min_tier text,
  skills text[] DEFAULT '{}'::text[] NOT NULL,
  lease_days smallint DEFAULT 7 NOT NULL,
  review_days smallint DEFAULT 14 NOT NULL,
  pay_days smallint DEFAULT 14 NOT NULL,
  ai_rule text DEFAULT 'declare'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by uuid,
  CONSTRAINT offers_pkey PRIMARY KEY (task_id),
  CONSTRAINT offers_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT offers_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT offers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  CONSTRAINT offers_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT offers_ai_rule_check CHECK (ai_rule = ANY (ARRAY['any'::text, 'declare'::text, 'none'::text])),
  CONSTRAINT offers_amount_cents_check CHECK (amount_cents = 0 OR amount_cents >= 100 AND amount_cents <= 1000000000),
  CONSTRAINT offers_check CHECK ((takers = 'tier'::text) = (min_tier IS NOT NULL)),
  CONSTRAINT offers_check1 CHECK (closed_by IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT offers_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT offers_lease_days_check CHECK (lease_days >= 1 AND lease_days <= 30),
  CONSTRAINT offers_min_tier_check CHECK (min_tier = ANY (ARRAY['basic'::text, 'bronze'::text, 'silver'::text, 'gold'::text])),
  CONSTRAINT offers_mode_check CHECK (mode = ANY (ARRAY['assigned'::text, 'apply'::text, 'claim'::text])),
  CONSTRAINT offers_pay_days_check CHECK (pay_days >= 1 AND pay_days <= 60),
  CONSTRAINT offers_review_days_check CHECK (review_days >= 3 AND review_days <= 30),
  CONSTRAINT offers_skills_check CHECK (cardinality(skills) <= 5),
  CONSTRAINT offers_takers_check CHECK (takers = ANY (ARRAY['anyone'::text, 'tier'::text, 'known'::text, 'newcomers'::text, 'members'::text]))
);
CREATE INDEX offers_open_idx ON offers USING btree (made_at DESC, task_id DESC) WHERE closed_at IS NULL AND mode <> 'assigned'::text;
CREATE INDEX offers_project_idx ON offers USING btree (project_id) WHERE closed_at IS NULL;
CREATE TRIGGER offers_noted AFTER INSERT OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION note_offer();
CREATE TRIGGER offers_opened AFTER INSERT OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION keep_open_task();

CREATE TABLE one_time_codes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_codes_expiry_idx ON one_time_codes USING btree (expires_at);
CREATE INDEX one_time_codes_user_idx ON one_time_codes USING btree (user_id, created_at DESC);

CREATE TABLE open_tasks (
  task_id uuid NOT NULL,
  project_id uuid NOT NULL,
  currency text NOT NULL,
  amount_cents integer NOT NULL,
  mode text NOT NULL,
  takers text NOT NULL,
  min_tier text,
  due_key date NOT NULL,
  hours_key double precision NOT NULL,
  place bigint NOT NULL,
  skills text[] NOT NULL,
  search_text text NOT NULL,
  CONSTRAINT open_tasks_pkey PRIMARY KEY (task_id),
  CONSTRAINT open_tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT open_tasks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX open_tasks_due_idx ON open_tasks USING btree (due_key, place, task_id);
CREATE INDEX open_tasks_mode_idx ON open_tasks USING btree (mode, place, task_id);
CREATE INDEX open_tasks_newest_idx ON open_tasks USING btree (place, task_id);
CREATE INDEX open_tasks_project_idx ON open_tasks USING btree (project_id, place, task_id);
CREATE INDEX open_tasks_reward_idx ON open_tasks USING btree (currency, (- amount_cents), place, task_id);
CREATE INDEX open_tasks_search_idx ON open_tasks USING gin (search_text gin_trgm_ops);
CREATE INDEX open_tasks_short_idx ON open_tasks USING gin (short_parts(search_text));
CREATE INDEX open_tasks_shortest_idx ON open_tasks USING btree (hours_key, place, task_id);
CREATE INDEX open_tasks_skills_idx ON open_tasks USING gin (skills);
CREATE TRIGGER open_tasks_words_inserted AFTER INSERT ON open_tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();
CREATE TRIGGER open_tasks_words_updated AFTER UPDATE ON open_tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();

CREATE TABLE payer_dues (
  claim_id uuid NOT NULL,
  payer_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  paid_at timestamp with time zone,
  is_in_time boolean DEFAULT false NOT NULL,
  owed_cents numeric(15,1) NOT NULL,
  currency text NOT NULL,
  is_counted boolean NOT NULL,
  unanswered_since timestamp with time zone,
  review_days double precision,
  is_by_clock boolean DEFAULT false NOT NULL,
  is_ruled_against boolean DEFAULT false NOT NULL,
  asked_at timestamp with time zone,
  CONSTRAINT payer_dues_pkey PRIMARY KEY (claim_id),
  CONSTRAINT payer_dues_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT payer_dues_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id)
);
CREATE INDEX payer_dues_newest_idx ON payer_dues USING btree (payer_id, due_at DESC, claim_id DESC) WHERE is_counted;
CREATE INDEX payer_dues_owed_idx ON payer_dues USING btree (payer_id) WHERE owed_cents > 0::numeric AND is_counted;
CREATE INDEX payer_dues_unasked_idx ON payer_dues USING btree (unanswered_since) WHERE paid_at IS NOT NULL AND asked_at IS NULL AND is_counted;

CREATE TABLE payment_recordings (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  recorded_by uuid NOT NULL,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  payer_id uuid,
  CONSTRAINT payment_recordings_pkey PRIMARY KEY (id),
  CONSTRAINT payment_recordings_project_id_recorded_by_idempotency_key_key UNIQUE (project_id, recorded_by, idempotency_key),
  CONSTRAINT payment_recordings_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id),
  CONSTRAINT payment_recordings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE RESTRICT,
  CONSTRAINT payment_recordings_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE RESTRICT
);

CREATE TABLE payments (
  id uuid NOT NULL,
  recording_id uuid NOT NULL,
  "position" integer NOT NULL,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  method text,
  note text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  voided_at timestamp with time zone,
  voided_by uuid,
  void_reason text,
  task_id uuid,
  task_number integer,
  task_title text,
  confirmed_at timestamp with time zone,
  missing_at timestamp with time zone,
  missing_text text,
  answer_key text,
  receipt_number integer,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_recording_id_position_key UNIQUE (recording_id, "position"),
  CONSTRAINT payments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE RESTRICT,
  CONSTRAINT payments_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES payment_recordings(id) ON DELETE RESTRICT,
  CONSTRAINT payments_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE RESTRICT,
  CONSTRAINT payments_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id) ON DELETE RESTRICT,
  CONSTRAINT payments_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT payments_answer_check CHECK (num_nonnulls(voided_at, confirmed_at, missing_at) <= 1),
  CONSTRAINT payments_answer_key_check CHECK (answer_key IS NULL OR num_nonnulls(confirmed_at, missing_at) = 1),
  CONSTRAINT payments_check CHECK ((voided_at IS NULL) = (voided_by IS NULL)),
  CONSTRAINT payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payments_missing_check CHECK ((missing_at IS NULL) = (missing_text IS NULL)),
  CONSTRAINT payments_task_check CHECK ((task_number IS NULL) = (task_title IS NULL) AND (task_id IS NULL OR task_number IS NOT NULL))
);
CREATE INDEX payments_open_idx ON payments USING btree (user_id, created_at) WHERE voided_at IS NULL AND confirmed_at IS NULL AND missing_at IS NULL;
CREATE INDEX payments_person_idx ON payments USING btree (project_id, user_id, created_at DESC, id DESC);
CREATE INDEX payments_project_idx ON payments USING btree (project_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payments_receipt_idx ON payments USING btree (project_id, receipt_number);
CREATE INDEX payments_sums_idx ON payments USING btree (project_id, currency, user_id) INCLUDE (amount_cents) WHERE voided_at IS NULL AND missing_at IS NULL;
CREATE INDEX payments_task_idx ON payments USING btree (task_id) WHERE task_id IS NOT NULL;
CREATE TRIGGER payments_counted AFTER UPDATE OF confirmed_at, missing_at ON payments FOR EACH ROW EXECUTE FUNCTION count_due_of_payment();
CREATE CONSTRAINT TRIGGER payments_entered AFTER INSERT OR UPDATE OF voided_at ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_payment();
CREATE TRIGGER payments_ledger BEFORE DELETE OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER payments_receipt BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION number_receipt();

CREATE TABLE payout_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT payout_changes_pkey PRIMARY KEY (id),
  CONSTRAINT payout_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX payout_changes_expiry ON payout_changes USING btree (expires_at);
CREATE INDEX payout_changes_of_user ON payout_changes USING btree (user_id);

CREATE TABLE payout_details (
  user_id uuid NOT NULL,
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  given_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_details_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE payout_questions (
  user_id uuid NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_questions_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE payout_readings (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_by uuid NOT NULL,
  claim_id uuid NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_readings_pkey PRIMARY KEY (id),
  CONSTRAINT payout_readings_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT payout_readings_read_by_fkey FOREIGN KEY (read_by) REFERENCES users(id),
  CONSTRAINT payout_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX payout_readings_of_user ON payout_readings USING btree (user_id, read_at DESC, id DESC);

CREATE TABLE private_marks (
  request_id uuid NOT NULL,
  label text,
  notes text DEFAULT ''::text NOT NULL,
  notes_version integer DEFAULT 0 NOT NULL,
  notes_by uuid,
  notes_at timestamp with time zone,
  CONSTRAINT private_marks_pkey PRIMARY KEY (request_id),
  CONSTRAINT private_marks_notes_by_fkey FOREIGN KEY (notes_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT private_marks_request_id_fkey FOREIGN KEY (request_id) REFERENCES project_requests(id) ON DELETE CASCADE,
  CONSTRAINT private_marks_label_check CHECK (label = ANY (ARRAY['shortlist'::text, 'maybe'::text, 'no'::text])),
  CONSTRAINT private_marks_notes_check CHECK (char_length(notes) <= 5000)
);
CREATE INDEX private_marks_notes_by_idx ON private_marks USING btree (notes_by);

CREATE TABLE profile_pictures (
  user_id uuid NOT NULL,
  picture bytea NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT profile_pictures_pkey PRIMARY KEY (user_id),
  CONSTRAINT profile_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE project_people (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  mark text NOT NULL,
  marked_by uuid NOT NULL,
  marked_at timestamp with time zone NOT NULL,
  CONSTRAINT project_people_pkey PRIMARY KEY (project_id, user_id),
  CONSTRAINT project_people_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES users(id),
  CONSTRAINT project_people_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT project_people_mark_check CHECK (mark = ANY (ARRAY['vouched'::text, 'blocked'::text]))
);
CREATE INDEX project_people_person_idx ON project_people USING btree (user_id);

CREATE TABLE project_requests (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  role text DEFAULT 'member'::text NOT NULL,
  message text,
  status smallint DEFAULT 0 NOT NULL,
  withdrawn_at timestamp with time zone,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  clock_from timestamp with time zone DEFAULT now() NOT NULL,
  answer_by timestamp with time zone DEFAULT now() + '14 days'::interval NOT NULL,
  half_reminded_at timestamp with time zone,
  last_reminded_at timestamp with time zone,
  prolonged_at timestamp with time zone,
  prolong_reason text,
  seen_at timestamp with time zone,
  expired_at timestamp with time zone,
  letter text,
  answers jsonb DEFAULT '[]'::jsonb NOT NULL,
  reject_reason text,
  reject_text text,
  title_then text,
  task_id uuid,
  idempotency_key text,
  CONSTRAINT project_requests_pkey PRIMARY KEY (id),
  CONSTRAINT project_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT project_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT project_requests_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT project_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT project_requests_answers_check CHECK (jsonb_typeof(answers) = 'array'::text),
  CONSTRAINT project_requests_expired_check CHECK (expired_at IS NULL OR withdrawn_at IS NOT NULL),
  CONSTRAINT project_requests_invitation_check CHECK (kind <> 'invitation'::text OR letter IS NULL AND answers = '[]'::jsonb),
  CONSTRAINT project_requests_kind_check CHECK (kind = ANY (ARRAY['application'::text, 'invitation'::text, 'taskApplication'::text])),
  CONSTRAINT project_requests_letter_check CHECK (char_length(letter) <= 2000),
  CONSTRAINT project_requests_reject_reason_check CHECK (reject_reason = ANY (ARRAY['otherChosen'::text, 'skills'::text, 'time'::text, 'projectChanged'::text, 'other'::text])),
  CONSTRAINT project_requests_reject_text_check CHECK (char_length(reject_text) <= 1000),
  CONSTRAINT project_requests_rejected_check CHECK (status = 2 OR reject_reason IS NULL AND reject_text IS NULL),
  CONSTRAINT project_requests_role_check CHECK (role = ANY (ARRAY['admin'::text, 'member'::text])),
  CONSTRAINT project_requests_status_check CHECK (status >= 0 AND status <= 2),
  CONSTRAINT project_requests_task_check CHECK ((kind = 'taskApplication'::text) = (task_id IS NOT NULL))
);
CREATE INDEX project_requests_clock_idx ON project_requests USING btree (answer_by) WHERE status = 0 AND withdrawn_at IS NULL;
CREATE INDEX project_requests_latest_idx ON project_requests USING btree (project_id, user_id, created_at DESC, id DESC) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX project_requests_pending_key ON project_requests USING btree (project_id, user_id) WHERE status = 0 AND withdrawn_at IS NULL AND task_id IS NULL;
CREATE INDEX project_requests_project_idx ON project_requests USING btree (project_id, status, created_at DESC) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX project_requests_task_key ON project_requests USING btree (task_id, user_id, idempotency_key) WHERE task_id IS NOT NULL;
CREATE UNIQUE INDEX project_requests_task_pending_key ON project_requests USING btree (task_id, user_id) WHERE status = 0 AND withdrawn_at IS NULL AND task_id IS NOT NULL;
CREATE INDEX project_requests_user_idx ON project_requests USING btree (user_id, kind, created_at DESC, id DESC) WHERE withdrawn_at IS NULL;
CREATE TRIGGER project_requests_closed AFTER UPDATE ON project_requests FOR EACH ROW WHEN (new.kind <> 'invitation'::text AND (old.status IS DISTINCT FROM new.status OR old.expired_at IS DISTINCT FROM new.expired_at)) EXECUTE FUNCTION note_closed_request();
CREATE TRIGGER project_requests_closed_before AFTER INSERT ON project_requests FOR EACH ROW WHEN (new.kind <> 'invitation'::text AND (new.status > 0 OR new.expired_at IS NOT NULL)) EXECUTE FUNCTION note_closed_request();
CREATE TRIGGER project_requests_title_then BEFORE UPDATE OF status, withdrawn_at ON project_requests FOR EACH ROW WHEN (old.status = 0 AND old.withdrawn_at IS NULL AND (new.status <> 0 OR new.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION keep_title_then();
CREATE TRIGGER project_requests_title_then_new BEFORE INSERT ON project_requests FOR EACH ROW WHEN (new.title_then IS NULL AND (new.status <> 0 OR new.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION keep_title_then();

CREATE TABLE project_stages (
  project_id uuid NOT NULL,
  id smallint NOT NULL,
  place smallint NOT NULL,
  name text NOT NULL,
  status smallint NOT NULL,
  card_limit smallint,
  CONSTRAINT project_stages_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT project_stages_place_key UNIQUE (project_id, place) DEFERRABLE,
  CONSTRAINT project_stages_project_id_id_status_key UNIQUE (project_id, id, status),
  CONSTRAINT project_stages_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_stages_card_limit_check CHECK (card_limit >= 1 AND card_limit <= 99),
  CONSTRAINT project_stages_status_check CHECK (status >= 1 AND status <= 4),
  CONSTRAINT project_stages_name_key EXCLUDE USING btree (project_id WITH =, lower(name) WITH =) DEFERRABLE
);

CREATE TABLE projects (
  id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  detailed_description text,
  client text,
  organization_id uuid,
  organization_name text,
  skills text DEFAULT ''::text NOT NULL,
  tier text DEFAULT 'basic'::text NOT NULL,
  estimated_deadline text,
  budget text,
  weekly_hours double precision DEFAULT 0 NOT NULL,
  deliverables text,
  tags text,
  status smallint DEFAULT 0 NOT NULL,
  image_key text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  deleted_at timestamp with time zone,
  search_text text GENERATED ALWAYS AS (fold_text((((title || ' '::text) || skills) || ' '::text) || description)) STORED NOT NULL,
  answers_within_days smallint DEFAULT 14 NOT NULL,
  applications_paused boolean DEFAULT false NOT NULL,
  clock_stopped_at timestamp with time zone,
  questions jsonb DEFAULT '[]'::jsonb NOT NULL,
  idempotency_key text,
  currency text DEFAULT 'USD'::text NOT NULL,
  members_take boolean DEFAULT true NOT NULL,
  review_queue_max smallint DEFAULT 10 NOT NULL,
  show_to_visitors boolean DEFAULT false NOT NULL,
  hidden_at timestamp with time zone,
  archived_before timestamp with time zone,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE RESTRICT,
  CONSTRAINT projects_answers_within_days_check CHECK (answers_within_days >= 3 AND answers_within_days <= 30),
  CONSTRAINT projects_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT projects_questions_check CHECK (jsonb_typeof(questions) = 'array'::text),
  CONSTRAINT projects_review_queue_max_check CHECK (review_queue_max >= 1 AND review_queue_max <= 50),
  CONSTRAINT projects_status_check CHECK (status >= 0 AND status <= 4),
  CONSTRAINT projects_tier_check CHECK (tier = ANY (ARRAY['basic'::text, 'bronze'::text, 'silver'::text, 'gold'::text])),
  CONSTRAINT projects_weekly_hours_check CHECK (weekly_hours >= 0::double precision AND weekly_hours <= 168::double precision)
);
CREATE INDEX projects_creator_idx ON projects USING btree (created_by, created_at DESC);
CREATE UNIQUE INDEX projects_idempotency_key ON projects USING btree (created_by, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX projects_market_budget_idx ON projects USING btree ((- budget_amount(budget)), created_at DESC, id DESC) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_deadline_idx ON projects USING btree (deadline_day(estimated_deadline), created_at DESC, id DESC) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_hours_idx ON projects USING btree (hours_asked(weekly_hours, tier)) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_idx ON projects USING btree (created_at DESC, id DESC) INCLUDE (tier) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_search_idx ON projects USING gin (search_text gin_trgm_ops) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_short_idx ON projects USING gin (short_parts(search_text)) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_skills_idx ON projects USING gin (skill_names(skills)) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_tier_idx ON projects USING btree (tier, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_market_words_idx ON projects USING gin (market_months(created_at), text_words(search_text)) WHERE (status = ANY (ARRAY[1, 2])) AND archived_at IS NULL AND deleted_at IS NULL;
CREATE INDEX projects_shown_idx ON projects USING btree (created_at DESC, id DESC) WHERE show_to_visitors;
CREATE TRIGGER projects_clock BEFORE INSERT OR UPDATE OF archived_at, applications_paused ON projects FOR EACH ROW EXECUTE FUNCTION keep_decision_clock();
CREATE TRIGGER projects_market_delete AFTER DELETE ON projects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_market_delete();
CREATE TRIGGER projects_market_insert AFTER INSERT ON projects REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_market_insert();
CREATE TRIGGER projects_market_update AFTER UPDATE ON projects REFERENCING OLD TABLE AS gone NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_market_update();
CREATE TRIGGER projects_opened AFTER UPDATE ON projects FOR EACH ROW WHEN (old.status <> new.status OR old.title <> new.title OR old.skills <> new.skills OR old.applications_paused <> new.applications_paused OR old.archived_at IS DISTINCT FROM new.archived_at OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION keep_tasks_of_project();
CREATE TRIGGER projects_rated AFTER UPDATE OF status ON projects FOR EACH ROW WHEN (new.status = 3 AND old.status <> 3) EXECUTE FUNCTION cause_ratings_of_members();
CREATE TRIGGER projects_words_inserted AFTER INSERT ON projects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();
CREATE TRIGGER projects_words_updated AFTER UPDATE ON projects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();

CREATE TABLE proposals (
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  side text NOT NULL,
  made_by uuid NOT NULL,
  amount_cents numeric(15,1) NOT NULL,
  text text NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  idempotency_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  CONSTRAINT proposals_pkey PRIMARY KEY (id),
  CONSTRAINT proposals_claim_id_made_by_idempotency_key_key UNIQUE (claim_id, made_by, idempotency_key),
  CONSTRAINT proposals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT proposals_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT proposals_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT proposals_amount_cents_check CHECK (amount_cents >= 0::numeric AND amount_cents <= 1000000000::numeric),
  CONSTRAINT proposals_check CHECK ((state = 'open'::text) = (answered_at IS NULL)),
  CONSTRAINT proposals_side_check CHECK (side = ANY (ARRAY['holder'::text, 'managers'::text])),
  CONSTRAINT proposals_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])),
  CONSTRAINT proposals_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 1000)
);
CREATE INDEX proposals_ends_idx ON proposals USING btree (ends_at) WHERE state = 'open'::text;
CREATE UNIQUE INDEX proposals_open_key ON proposals USING btree (claim_id) WHERE state = 'open'::text;

CREATE TABLE rate_limits (
  key text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  count integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limits_expiry_idx ON rate_limits USING btree (expires_at);

CREATE TABLE rating_causes (
  project_id uuid NOT NULL,
  worker_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT rating_causes_pkey PRIMARY KEY (project_id, worker_id),
  CONSTRAINT rating_causes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT rating_causes_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE rating_dues (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  worker_id uuid NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  revealed_at timestamp with time zone,
  CONSTRAINT rating_dues_pkey PRIMARY KEY (id),
  CONSTRAINT rating_dues_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT rating_dues_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES users(id)
);
CREATE INDEX rating_dues_ends_idx ON rating_dues USING btree (ends_at) WHERE revealed_at IS NULL;
CREATE UNIQUE INDEX rating_dues_open_key ON rating_dues USING btree (project_id, worker_id) WHERE revealed_at IS NULL;
CREATE INDEX rating_dues_worker_idx ON rating_dues USING btree (worker_id, opened_at DESC);

CREATE TABLE ratings (
  id uuid NOT NULL,
  due_id uuid NOT NULL,
  side text NOT NULL,
  author_id uuid NOT NULL,
  rated_id uuid NOT NULL,
  again boolean NOT NULL,
  clear smallint NOT NULL,
  mark smallint NOT NULL,
  on_time smallint NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  hidden_at timestamp with time zone,
  answer_hidden_at timestamp with time zone,
  CONSTRAINT ratings_pkey PRIMARY KEY (id),
  CONSTRAINT ratings_due_id_side_key UNIQUE (due_id, side),
  CONSTRAINT ratings_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT ratings_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT ratings_due_id_fkey FOREIGN KEY (due_id) REFERENCES rating_dues(id) ON DELETE CASCADE,
  CONSTRAINT ratings_rated_id_fkey FOREIGN KEY (rated_id) REFERENCES users(id),
  CONSTRAINT ratings_answer_check CHECK (char_length(answer) <= 600),
  CONSTRAINT ratings_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT ratings_clear_check CHECK (clear >= 1 AND clear <= 5),
  CONSTRAINT ratings_mark_check CHECK (mark >= 1 AND mark <= 5),
  CONSTRAINT ratings_on_time_check CHECK (on_time >= 1 AND on_time <= 5),
  CONSTRAINT ratings_side_check CHECK (side = ANY (ARRAY['worker'::text, 'payer'::text])),
  CONSTRAINT ratings_text_check CHECK (char_length(text) <= 1000)
);
CREATE INDEX ratings_author_idx ON ratings USING btree (author_id, created_at DESC);
CREATE INDEX ratings_rated_idx ON ratings USING btree (rated_id, created_at DESC, id DESC);

CREATE TABLE recent_moves (
  event_id uuid NOT NULL,
  task_id uuid NOT NULL,
  left_status smallint NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  CONSTRAINT recent_moves_pkey PRIMARY KEY (event_id),
  CONSTRAINT recent_moves_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX recent_moves_task_idx ON recent_moves USING btree (task_id);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refresh_tokens (
  id uuid NOT NULL,
  family_id uuid NOT NULL,
  token_hash text NOT NULL,
  parent_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  rotated_at timestamp with time zone,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT refresh_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES session_families(id) ON DELETE CASCADE,
  CONSTRAINT refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES refresh_tokens(id) ON DELETE SET NULL
);
CREATE INDEX refresh_tokens_expiry_idx ON refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_family_idx ON refresh_tokens USING btree (family_id);
CREATE INDEX refresh_tokens_parent_idx ON refresh_tokens USING btree (parent_id);

CREATE TABLE reports (
  id uuid NOT NULL,
  kind text NOT NULL,
  thing_id uuid NOT NULL,
  reporter_id uuid,
  reported_id uuid,
  reason text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  decision text,
  decision_text text,
  decided_by uuid,
  decided_at timestamp with time zone,
  appeal_text text,
  appealed_at timestamp with time zone,
  final_decision text,
  final_text text,
  final_by uuid,
  final_at timestamp with time zone,
  part text DEFAULT 'whole'::text NOT NULL,
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reports_final_by_fkey FOREIGN KEY (final_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reports_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reports_appeal_text_check CHECK (char_length(appeal_text) <= 1000),
  CONSTRAINT reports_check CHECK ((state = 'open'::text) = (decision IS NULL)),
  CONSTRAINT reports_check1 CHECK ((state = ANY (ARRAY['appealed'::text, 'final'::text])) = (appealed_at IS NOT NULL)),
  CONSTRAINT reports_check2 CHECK ((state = 'final'::text) = (final_decision IS NOT NULL)),
  CONSTRAINT reports_check3 CHECK (part = 'whole'::text OR part = 'answer'::text AND kind = 'rating'::text),
  CONSTRAINT reports_decision_check CHECK (decision = ANY (ARRAY['dismiss'::text, 'hide'::text, 'suspend'::text])),
  CONSTRAINT reports_final_decision_check CHECK (final_decision = ANY (ARRAY['kept'::text, 'granted'::text])),
  CONSTRAINT reports_kind_check CHECK (kind = ANY (ARRAY['project'::text, 'task'::text, 'person'::text, 'comment'::text, 'rating'::text, 'letter'::text])),
  CONSTRAINT reports_reason_check CHECK (reason = ANY (ARRAY['spam'::text, 'scam'::text, 'abuse'::text, 'stolenWork'::text, 'other'::text])),
  CONSTRAINT reports_state_check CHECK (state = ANY (ARRAY['open'::text, 'decided'::text, 'appealed'::text, 'final'::text])),
  CONSTRAINT reports_text_check CHECK (char_length(text) <= 1000)
);
CREATE UNIQUE INDEX reports_open_once ON reports USING btree (reporter_id, kind, thing_id, part) WHERE state = 'open'::text;
CREATE INDEX reports_queue_idx ON reports USING btree (state, created_at, id);
CREATE INDEX reports_reported_idx ON reports USING btree (reported_id);
CREATE INDEX reports_reporter_idx ON reports USING btree (reporter_id);
CREATE INDEX reports_thing_idx ON reports USING btree (kind, thing_id);

CREATE TABLE reputation_events (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  project_id uuid,
  task_id uuid,
  event_id uuid,
  delta integer NOT NULL,
  rule text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  creator_id uuid,
  CONSTRAINT reputation_events_pkey PRIMARY KEY (id),
  CONSTRAINT reputation_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT reputation_events_delta_check CHECK (delta <> 0),
  CONSTRAINT reputation_events_rule_check CHECK (rule = ANY (ARRAY['before'::text, 'completed'::text, 'reopened'::text, 'reassigned'::text, 'deleted'::text, 'restored'::text]))
);
CREATE INDEX reputation_events_creators ON reputation_events USING btree (user_id, creator_id);
CREATE INDEX reputation_events_newest ON reputation_events USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX reputation_events_of_day ON reputation_events USING btree (project_id, user_id, created_at) WHERE rule = 'completed'::text;
CREATE TRIGGER reputation_creator_named BEFORE INSERT ON reputation_events FOR EACH ROW EXECUTE FUNCTION name_creator();
CREATE TRIGGER reputation_creators_deleted AFTER DELETE ON reputation_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_creators();
CREATE TRIGGER reputation_creators_inserted AFTER INSERT ON reputation_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_creators();

CREATE TABLE reset_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT reset_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT reset_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT reset_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reset_tokens_expiry_idx ON reset_tokens USING btree (expires_at);
CREATE INDEX reset_tokens_user_idx ON reset_tokens USING btree (user_id);

CREATE TABLE saved_projects (
  user_id uuid NOT NULL,
  project_id uuid NOT NULL,
  saved_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_projects_pkey PRIMARY KEY (user_id, project_id),
  CONSTRAINT saved_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT saved_projects_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saved_projects_project_idx ON saved_projects USING btree (project_id);

CREATE TABLE saved_searches (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  place smallint NOT NULL,
  name text NOT NULL,
  search jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
  CONSTRAINT saved_searches_user_id_place_key UNIQUE (user_id, place),
  CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE saved_tasks (
  user_id uuid NOT NULL,
  task_id uuid NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT saved_tasks_pkey PRIMARY KEY (user_id, task_id),
  CONSTRAINT saved_tasks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT saved_tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saved_tasks_task_idx ON saved_tasks USING btree (task_id);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE search_words (
  word text NOT NULL,
  CONSTRAINT search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_parts_idx ON search_words USING gin (word gin_trgm_ops);
CREATE INDEX search_words_spellings_idx ON search_words USING gin (one_letter_less(word)) WHERE char_length(word) >= 3 AND char_length(word) <= 24 AND word ~ '[^0-9]'::text;

CREATE TABLE server_lacks (
  what text NOT NULL,
  CONSTRAINT server_lacks_pkey PRIMARY KEY (what)
);

CREATE TABLE server_processes (
  id uuid NOT NULL,
  store text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT server_processes_pkey PRIMARY KEY (id)
);

CREATE TABLE server_secrets (
  name text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT server_secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE session_families (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  revoked_reason text,
  device text,
  network text,
  last_seen_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  CONSTRAINT session_families_pkey PRIMARY KEY (id),
  CONSTRAINT session_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT session_families_check CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  CONSTRAINT session_families_revoked_reason_check CHECK (revoked_reason = ANY (ARRAY['logout'::text, 'reuse'::text, 'password_reset'::text, 'administrator'::text, 'ended'::text, 'password_change'::text, 'address_recovery'::text, 'payout_recovery'::text, 'suspension'::text]))
);
CREATE INDEX session_families_user_idx ON session_families USING btree (user_id) WHERE revoked_at IS NULL;

CREATE TABLE sign_in_challenges (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_challenges_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_of_user ON sign_in_challenges USING btree (user_id);

CREATE UNLOGGED TABLE stream_seats (
  user_id uuid NOT NULL,
  seat smallint NOT NULL,
  stream_id uuid NOT NULL,
  held_until timestamp with time zone NOT NULL,
  CONSTRAINT stream_seats_pkey PRIMARY KEY (user_id, seat),
  CONSTRAINT stream_seats_stream_id_key UNIQUE (stream_id)
);

CREATE TABLE submissions (
  id uuid NOT NULL,
  task_id uuid NOT NULL,
  round integer NOT NULL,
  author_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  note text NOT NULL,
  links text[] NOT NULL,
  files jsonb NOT NULL,
  remarks jsonb NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  answer text DEFAULT ''::text NOT NULL,
  claim_id uuid,
  review_by timestamp with time zone,
  half_reminded_at timestamp with time zone,
  last_reminded_at timestamp with time zone,
  ai_use text,
  CONSTRAINT submissions_pkey PRIMARY KEY (id),
  CONSTRAINT submissions_task_id_author_id_idempotency_key_key UNIQUE (task_id, author_id, idempotency_key),
  CONSTRAINT submissions_task_id_round_key UNIQUE (task_id, round),
  CONSTRAINT submissions_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT submissions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT submissions_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT submissions_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT submissions_ai_use_check CHECK (ai_use = ANY (ARRAY['none'::text, 'some'::text, 'mostly'::text])),
  CONSTRAINT submissions_check CHECK ((state = 'open'::text) = (answered_at IS NULL)),
  CONSTRAINT submissions_round_check CHECK (round > 0),
  CONSTRAINT submissions_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'changes'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX submissions_open_key ON submissions USING btree (task_id) WHERE state = 'open'::text;
CREATE INDEX submissions_review_idx ON submissions USING btree (review_by) WHERE state = 'open'::text AND review_by IS NOT NULL;
CREATE TRIGGER submissions_counted AFTER UPDATE OF state ON submissions FOR EACH ROW WHEN (new.claim_id IS NOT NULL AND new.state = 'accepted'::text) EXECUTE FUNCTION count_due_of_entry();

CREATE TABLE task_counters (
  project_id uuid NOT NULL,
  last_task_number integer DEFAULT 0 NOT NULL,
  last_label_id smallint DEFAULT 0 NOT NULL,
  gone_versions bigint DEFAULT 0 NOT NULL,
  last_stage_id smallint DEFAULT 0 NOT NULL,
  stages_version integer DEFAULT 0 NOT NULL,
  CONSTRAINT task_counters_pkey PRIMARY KEY (project_id),
  CONSTRAINT task_counters_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE task_follows (
  user_id uuid NOT NULL,
  task_id uuid NOT NULL,
  state text NOT NULL,
  CONSTRAINT task_follows_pkey PRIMARY KEY (task_id, user_id),
  CONSTRAINT task_follows_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT task_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT task_follows_state_check CHECK (state = ANY (ARRAY['following'::text, 'muted'::text, 'none'::text]))
);
CREATE INDEX task_follows_user_idx ON task_follows USING btree (user_id);

CREATE TABLE task_templates (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  priority smallint DEFAULT 0 NOT NULL,
  estimate_hours numeric(5,2),
  label_ids smallint[] DEFAULT '{}'::smallint[] NOT NULL,
  done_when text[] DEFAULT '{}'::text[] NOT NULL,
  stage_id smallint,
  CONSTRAINT task_templates_pkey PRIMARY KEY (id),
  CONSTRAINT task_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT task_templates_stage_fkey FOREIGN KEY (project_id, stage_id) REFERENCES project_stages(project_id, id) ON DELETE SET NULL (stage_id),
  CONSTRAINT task_templates_priority_check CHECK (priority >= 0 AND priority <= 4)
);
CREATE UNIQUE INDEX task_templates_name_key ON task_templates USING btree (project_id, lower(name));

CREATE TABLE task_titles (
  task_id uuid NOT NULL,
  project_id uuid NOT NULL,
  words text NOT NULL,
  CONSTRAINT task_titles_pkey PRIMARY KEY (task_id),
  CONSTRAINT task_titles_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_titles_project_idx ON task_titles USING btree (project_id);
CREATE INDEX task_titles_words_idx ON task_titles USING gin (words gin_trgm_ops);

CREATE TABLE tasks (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  task_number integer NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  status smallint DEFAULT 1 NOT NULL,
  assigned_to_id uuid,
  created_by_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  credited_reputation integer DEFAULT 0 NOT NULL,
  due_on date,
  priority smallint DEFAULT 0 NOT NULL,
  estimate_hours numeric(5,2),
  label_ids smallint[] DEFAULT '{}'::smallint[] NOT NULL,
  file_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  blocked_by_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  done_when jsonb DEFAULT '[]'::jsonb NOT NULL,
  comment_count integer DEFAULT 0 NOT NULL,
  waits_since timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by_id uuid,
  shown_version bigint DEFAULT 1 NOT NULL,
  rank text DEFAULT top_rank() NOT NULL,
  open_round integer,
  created_completed boolean DEFAULT false NOT NULL,
  idempotency_key text,
  stage_id smallint,
  offer_cents integer,
  CONSTRAINT tasks_pkey PRIMARY KEY (id),
  CONSTRAINT tasks_project_id_task_number_key UNIQUE (project_id, task_number),
  CONSTRAINT tasks_assigned_to_id_fkey FOREIGN KEY (assigned_to_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT tasks_stage_fkey FOREIGN KEY (project_id, stage_id, status) REFERENCES project_stages(project_id, id, status),
  CONSTRAINT tasks_credited_reputation_check CHECK (credited_reputation >= 0),
  CONSTRAINT tasks_offer_check CHECK (offer_cents IS NULL OR deleted_at IS NULL),
  CONSTRAINT tasks_open_round_check CHECK (open_round IS NULL OR status = 3 AND assigned_to_id IS NOT NULL AND deleted_at IS NULL),
  CONSTRAINT tasks_priority_check CHECK (priority >= 0 AND priority <= 4),
  CONSTRAINT tasks_status_check CHECK (status >= 0 AND status <= 5),
  CONSTRAINT tasks_task_number_check CHECK (task_number > 0)
);
CREATE INDEX tasks_assignee_idx ON tasks USING btree (assigned_to_id, status, updated_at DESC);
CREATE INDEX tasks_board_idx ON tasks USING btree (project_id, status, updated_at DESC, id DESC);
CREATE INDEX tasks_creator_idx ON tasks USING btree (created_by_id);
CREATE INDEX tasks_deleted_idx ON tasks USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_due_idx ON tasks USING btree (due_on) WHERE due_on IS NOT NULL AND deleted_at IS NULL AND (status <> ALL (ARRAY[4, 5]));
CREATE UNIQUE INDEX tasks_idempotency_key ON tasks USING btree (project_id, created_by_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX tasks_rank_key ON tasks USING btree (project_id, status, rank);
CREATE INDEX tasks_recent_idx ON tasks USING btree (project_id, updated_at DESC, id DESC) INCLUDE (shown_version);
CREATE INDEX tasks_stage_idx ON tasks USING btree (project_id, stage_id) WHERE stage_id IS NOT NULL;
CREATE INDEX tasks_trash_idx ON tasks USING btree (project_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE TRIGGER tasks_opened AFTER UPDATE ON tasks FOR EACH ROW WHEN (new.offer_cents IS NOT NULL AND (old.status <> new.status OR old.title <> new.title OR old.description <> new.description OR old.assigned_to_id IS DISTINCT FROM new.assigned_to_id OR old.due_on IS DISTINCT FROM new.due_on OR old.estimate_hours IS DISTINCT FROM new.estimate_hours OR old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION keep_changed_task();
CREATE CONSTRAINT TRIGGER tasks_settled_review AFTER UPDATE ON tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.open_round IS NOT NULL AND old.open_round IS DISTINCT FROM new.open_round) EXECUTE FUNCTION require_settled_review();
CREATE TRIGGER tasks_shown BEFORE INSERT OR UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION note_shown_task();
CREATE TRIGGER tasks_title_inserted AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION note_task_title();
CREATE TRIGGER tasks_title_updated AFTER UPDATE ON tasks FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION note_task_title();

CREATE TABLE tier_falls (
  user_id uuid NOT NULL,
  from_level smallint NOT NULL,
  to_level smallint NOT NULL,
  CONSTRAINT tier_falls_pkey PRIMARY KEY (user_id),
  CONSTRAINT tier_falls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT tier_falls_check CHECK (from_level > to_level)
);

CREATE TABLE told_deadlines (
  task_id uuid NOT NULL,
  due_on date NOT NULL,
  kind text NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT told_deadlines_pkey PRIMARY KEY (task_id, due_on, kind),
  CONSTRAINT told_deadlines_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE,
  CONSTRAINT told_deadlines_kind_check CHECK (kind = ANY (ARRAY['task.due'::text, 'task.overdue'::text]))
);

CREATE TABLE two_step (
  user_id uuid NOT NULL,
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step integer DEFAULT 0 NOT NULL,
  CONSTRAINT two_step_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  password_hash text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  bio text DEFAULT ''::text NOT NULL,
  account_type text DEFAULT 'contributor'::text NOT NULL,
  is_administrator boolean DEFAULT false NOT NULL,
  is_email_verified boolean DEFAULT false NOT NULL,
  skills text[] DEFAULT '{}'::text[] NOT NULL,
  reputation integer DEFAULT 0 NOT NULL,
  email_on_invitation boolean DEFAULT true NOT NULL,
  email_on_request_answered boolean DEFAULT true NOT NULL,
  email_on_task_assigned boolean DEFAULT true NOT NULL,
  show_in_talent_directory boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  last_active_at timestamp with time zone,
  search_name text GENERATED ALWAYS AS (fold_text(((' '::text || username) || ' '::text) || name)) STORED NOT NULL,
  headline text DEFAULT ''::text NOT NULL,
  links text[] DEFAULT '{}'::text[] NOT NULL,
  hours_per_week smallint,
  welcomed_at timestamp with time zone,
  search_text text GENERATED ALWAYS AS (fold_text(((((((((' '::text || username) || ' '::text) || name) || ' '::text) || headline) || ' '::text) || skills_text(skills)) || ' '::text) || bio)) STORED NOT NULL,
  suspended_at timestamp with time zone,
  suspension_reason text,
  deletion_due_at timestamp with time zone,
  deleted_at timestamp with time zone,
  reputation_creators integer DEFAULT 0 NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_account_type_check CHECK (account_type = ANY (ARRAY['contributor'::text, 'creator'::text])),
  CONSTRAINT users_hours_per_week_check CHECK (hours_per_week >= 0 AND hours_per_week <= 168),
  CONSTRAINT users_reputation_check CHECK (reputation >= 0),
  CONSTRAINT users_reputation_creators_check CHECK (reputation_creators >= 0),
  CONSTRAINT users_suspension_check CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL))
);
CREATE INDEX users_administrators_idx ON users USING btree (id) WHERE is_administrator;
CREATE INDEX users_by_name_idx ON users USING btree (lower(COALESCE(NULLIF(name, ''::text), username)), id);
CREATE INDEX users_by_reputation_idx ON users USING btree (reputation, id);
CREATE INDEX users_by_tier_idx ON users USING btree (tier_level(reputation, reputation_creators), reputation, id);
CREATE INDEX users_deletion_idx ON users USING btree (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email), (
CASE
    WHEN deleted_at IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE id
END));
CREATE INDEX users_newest_idx ON users USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_search_email_idx ON users USING gin (lower(email) gin_trgm_ops);
CREATE INDEX users_search_name_idx ON users USING gin (search_name gin_trgm_ops) WHERE is_email_verified;
CREATE INDEX users_talents_idx ON users USING btree (reputation DESC, id) WHERE show_in_talent_directory AND is_email_verified AND suspended_at IS NULL AND deletion_due_at IS NULL;
CREATE INDEX users_talents_level_idx ON users USING btree (skill_level(reputation, reputation_creators), reputation DESC, id) WHERE show_in_talent_directory AND is_email_verified AND suspended_at IS NULL AND deletion_due_at IS NULL;
CREATE INDEX users_talents_search_idx ON users USING gin (search_text gin_trgm_ops) WHERE show_in_talent_directory AND is_email_verified;
CREATE INDEX users_talents_short_idx ON users USING gin (short_parts(search_text)) WHERE show_in_talent_directory AND is_email_verified;
CREATE INDEX users_talents_skills_idx ON users USING gin (skill_words(skills)) WHERE show_in_talent_directory AND is_email_verified;
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(username COLLATE "C"), (
CASE
    WHEN deleted_at IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE id
END));
CREATE TRIGGER users_shown AFTER UPDATE OF name, username ON users FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.username IS DISTINCT FROM new.username) EXECUTE FUNCTION note_shown_name();

CREATE TABLE waitlist_entries (
  id uuid NOT NULL,
  email text NOT NULL,
  is_invited boolean DEFAULT false NOT NULL,
  invited_token_hash text,
  invitation_expires_at timestamp with time zone,
  last_invited_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  registered_user_id uuid,
  administrator_until timestamp with time zone,
  invitation_id uuid,
  mail_state text,
  mail_error text,
  want text,
  from_task_id uuid,
  from_project_id uuid,
  CONSTRAINT waitlist_entries_pkey PRIMARY KEY (id),
  CONSTRAINT waitlist_entries_from_project_id_fkey FOREIGN KEY (from_project_id) REFERENCES projects(id) ON DELETE SET NULL,
  CONSTRAINT waitlist_entries_from_task_id_fkey FOREIGN KEY (from_task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  CONSTRAINT waitlist_entries_registered_user_id_fkey FOREIGN KEY (registered_user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT waitlist_entries_mail_state_check CHECK (mail_state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT waitlist_entries_want_check CHECK (want = ANY (ARRAY['getWorkDone'::text, 'work'::text]))
);
COMMENT ON COLUMN waitlist_entries.administrator_until IS 'Whoever registers with the invitation and verifies the address by then becomes an administrator. Set by a command on the server only.';
CREATE INDEX waitlist_entries_by_invited_idx ON waitlist_entries USING btree (is_invited, id);
CREATE INDEX waitlist_entries_by_last_invited_idx ON waitlist_entries USING btree (COALESCE(last_invited_at, '-infinity'::timestamp with time zone), id);
CREATE INDEX waitlist_entries_by_mail_idx ON waitlist_entries USING btree (mail_state, id);
CREATE UNIQUE INDEX waitlist_entries_email_key ON waitlist_entries USING btree (lower(email));
CREATE INDEX waitlist_entries_from_project_idx ON waitlist_entries USING btree (from_project_id) WHERE from_project_id IS NOT NULL;
CREATE INDEX waitlist_entries_from_task_idx ON waitlist_entries USING btree (from_task_id) WHERE from_task_id IS NOT NULL;
CREATE INDEX waitlist_entries_invited_idx ON waitlist_entries USING btree (is_invited, created_at DESC, id DESC);
CREATE INDEX waitlist_entries_mail_idx ON waitlist_entries USING btree (mail_state, created_at DESC, id DESC) WHERE mail_state IS NOT NULL;
CREATE INDEX waitlist_entries_newest_idx ON waitlist_entries USING btree (created_at DESC, id DESC);
CREATE INDEX waitlist_entries_search_idx ON waitlist_entries USING gin (lower(email) gin_trgm_ops);
CREATE UNIQUE INDEX waitlist_entries_token_key ON waitlist_entries USING btree (invited_token_hash) WHERE invited_token_hash IS NOT NULL;
CREATE INDEX waitlist_entries_user_idx ON waitlist_entries USING btree (registered_user_id);
CREATE INDEX waitlist_entries_waiting_idx ON waitlist_entries USING btree (created_at, id) WHERE NOT is_invited;

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_xid xid8 NOT NULL,
  kind text NOT NULL,
  is_delivered boolean NOT NULL,
  answer text NOT NULL,
  tries integer DEFAULT 1 NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (webhook_id, sent_at DESC, id DESC);
CREATE INDEX webhook_deliveries_sent_idx ON webhook_deliveries USING btree (sent_at);

CREATE TABLE webhook_secrets (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets USING btree (webhook_id);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  target text NOT NULL,
  kinds text[] NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  made_by uuid,
  made_at timestamp with time zone NOT NULL,
  cursor_epoch uuid NOT NULL,
  cursor_xid xid8 NOT NULL,
  cursor_id uuid NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone,
  held_by uuid,
  held_until timestamp with time zone,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_project_id_target_key UNIQUE (project_id, target),
  CONSTRAINT webhooks_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_kinds_check CHECK (cardinality(kinds) > 0),
  CONSTRAINT webhooks_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text]))
);
CREATE INDEX webhooks_made_by_idx ON webhooks USING btree (made_by);
CREATE INDEX webhooks_target_idx ON webhooks USING btree (target) WHERE state = 'active'::text;

CREATE OR REPLACE FUNCTION public.budget_amount(budget text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (budget ~* '^\s*\$?\s*([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,12})(\.[0-9]{1,2})?\s*(USD|\$)?\s*$'::text) THEN (regexp_replace(budget, '[^0-9.]'::text, ''::text, 'g'::text))::numeric ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION public.cause_rating_of_leaver()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rating_causes (project_id, worker_id)
  select p.id, old.user_id from projects p
  where p.id = old.project_id and p.hidden_at is null and p.created_by <> old.user_id and exists (
    select from tasks t where t.project_id = old.project_id and t.assigned_to_id = old.user_id and t.status = 4
      and t.deleted_at is null and t.completed_at > coalesce((select max(d.opened_at) from rating_dues d
        where d.project_id = t.project_id and d.worker_id = old.user_id), '-infinity'))
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.cause_ratings_of_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rating_causes (project_id, worker_id)
  select new.id, m.user_id from memberships m
  where m.project_id = new.id and m.role <> 'owner' and m.user_id <> new.created_by and exists (
    select from tasks t where t.project_id = new.id and t.assigned_to_id = m.user_id and t.status = 4
      and t.deleted_at is null and t.completed_at > coalesce((select max(d.opened_at) from rating_dues d
        where d.project_id = t.project_id and d.worker_id = m.user_id), '-infinity'))
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_answers(owner_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into answer_records (user_id) values (owner_id) on conflict do nothing;
  perform from answer_records where user_id = owner_id for update;

  -- Who waited for the row counts what the one before has changed.
  update answer_records a set closed = c.closed, answered = c.answered, median_hours = c.median_hours
  from (
    select count(*) as closed, count(*) filter (where status > 0) as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at) / 3600)
        filter (where status > 0 and answered_at is not null) as median_hours
    from (
      select r.status, r.created_at, r.answered_at from projects p join project_requests r on r.project_id = p.id
      where p.created_by = owner_id and r.kind <> 'invitation'
        and (r.expired_at is not null or (r.status > 0 and r.withdrawn_at is null))
      order by coalesce(r.expired_at, r.answered_at, r.updated_at) desc limit 50
    ) as newest
  ) as c
  where a.user_id = owner_id;
end $function$;

CREATE OR REPLACE FUNCTION public.count_creators()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id in (select user_id from changed) order by id for no key update;
  update users u set reputation_creators = creators_of(u.id)
  where u.id in (select user_id from changed) and u.reputation_creators <> creators_of(u.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_due(claim uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into payer_dues as d (claim_id, payer_id, due_at, paid_at, is_in_time, owed_cents, currency, is_counted,
    unanswered_since, review_days, is_by_clock, is_ruled_against)
  select c.id, p.created_by, e.due_at, paid.at,
    coalesce(paid.at <= case
      -- Who recorded falsely before gains no time by it.
      when e.was_missing then e.due_at + make_interval(days => (c.terms ->> 'payDays')::int)
      -- As pay_date had it before this payment: the first one waits for somebody who has not said how to be paid.
      when exists (select from server_lacks l where l.what = 'payout key') or exists (
        select from payments y where y.project_id = c.project_id and y.user_id = c.user_id and y.created_at < paid.at
          and y.voided_at is null and y.missing_at is null) then c.pay_by
      else coalesce((
        select greatest(c.pay_by, w.given_at + interval '7 days') from payout_details w where w.user_id = c.user_id), paid.at)
    end, false),
    e.owed, e.currency,
    p.created_by <> c.user_id and (e.owed > 0 or e.settled > 0 or e.forgiven_at > c.pay_by
      and not exists (select from proposals a where a.claim_id = c.id and a.state = 'accepted' and a.amount_cents = 0)
      and not exists (select from disputes r where r.claim_id = c.id and r.state = 'ruled' and r.amount_cents = 0)),
    paid.unanswered, extract(epoch from s.answered_at - s.created_at) / 86400,
    coalesce(s.answered_by is null and s.id is not null, false), exists (
      select from disputes r where r.claim_id = c.id and r.state = 'ruled'
        and r.amount_cents > case r.side when 'holder' then 0 else r.ask_cents end)
  from claims c join projects p on p.id = c.project_id
    cross join lateral (
      select min(l.created_at) filter (where l.kind = 'due') as due_at, min(l.currency) as currency,
        sum(case 'due:' || c.id when l.to_account then l.amount_cents when l.from_account then -l.amount_cents else 0 end) as owed,
        coalesce(sum(case when l.kind = 'settle' then l.amount_cents
          when l.kind in ('void', 'missing') and l.to_account = 'due:' || c.id then -l.amount_cents end), 0) as settled,
        max(l.created_at) filter (where l.kind = 'forgive') as forgiven_at,
        bool_or(l.kind = 'missing') as was_missing
      from ledger_entries l where l.claim_id = c.id
    ) as e
    left join lateral (
      select max(l.created_at) filter (where e.owed = 0) as at,
        max(y.created_at) filter (where y.confirmed_at is null) as unanswered
      from ledger_entries l join payments y on y.id = l.payment_id
      where l.claim_id = c.id and l.kind = 'settle' and y.voided_at is null and y.missing_at is null
    ) as paid on true
    left join lateral (
      select s.* from submissions s where s.task_id = c.task_id and s.claim_id = c.id and s.state = 'accepted'
      order by s.round desc limit 1
    ) as s on true
  where c.id = claim and e.due_at is not null
  on conflict (claim_id) do update set paid_at = excluded.paid_at, is_in_time = excluded.is_in_time,
    owed_cents = excluded.owed_cents, is_counted = excluded.is_counted, unanswered_since = excluded.unanswered_since,
    review_days = excluded.review_days, is_by_clock = excluded.is_by_clock, is_ruled_against = excluded.is_ruled_against;
end $function$;

CREATE OR REPLACE FUNCTION public.count_due_of_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_due(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_due_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_due(new.claim_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_due_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_due(l.claim_id) from ledger_entries l where l.payment_id = new.id and l.kind = 'settle';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_market_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into market_counts as counted (span, starts, basic, bronze, silver, gold)
  select span, starts, basic, bronze, silver, gold from (
    select span, date_trunc(span, created_at at time zone 'UTC')::date as starts,
      coalesce(sum(change) filter (where tier = 'basic'), 0) as basic,
      coalesce(sum(change) filter (where tier = 'bronze'), 0) as bronze,
      coalesce(sum(change) filter (where tier = 'silver'), 0) as silver,
      coalesce(sum(change) filter (where tier = 'gold'), 0) as gold
    from (select created_at, tier, -1 as change from gone where status in (1, 2) and archived_at is null and deleted_at is null) as changes cross join unnest(array['month', 'day']) as span
    group by 1, 2
  ) as summed
  where (basic, bronze, silver, gold) <> (0, 0, 0, 0)
  order by span, starts
  on conflict (span, starts) do update set basic = counted.basic + excluded.basic, bronze = counted.bronze + excluded.bronze,
    silver = counted.silver + excluded.silver, gold = counted.gold + excluded.gold;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_market_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into market_counts as counted (span, starts, basic, bronze, silver, gold)
  select span, starts, basic, bronze, silver, gold from (
    select span, date_trunc(span, created_at at time zone 'UTC')::date as starts,
      coalesce(sum(change) filter (where tier = 'basic'), 0) as basic,
      coalesce(sum(change) filter (where tier = 'bronze'), 0) as bronze,
      coalesce(sum(change) filter (where tier = 'silver'), 0) as silver,
      coalesce(sum(change) filter (where tier = 'gold'), 0) as gold
    from (select created_at, tier, 1 as change from arrived where status in (1, 2) and archived_at is null and deleted_at is null) as changes cross join unnest(array['month', 'day']) as span
    group by 1, 2
  ) as summed
  where (basic, bronze, silver, gold) <> (0, 0, 0, 0)
  order by span, starts
  on conflict (span, starts) do update set basic = counted.basic + excluded.basic, bronze = counted.bronze + excluded.bronze,
    silver = counted.silver + excluded.silver, gold = counted.gold + excluded.gold;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_market_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into market_counts as counted (span, starts, basic, bronze, silver, gold)
  select span, starts, basic, bronze, silver, gold from (
    select span, date_trunc(span, created_at at time zone 'UTC')::date as starts,
      coalesce(sum(change) filter (where tier = 'basic'), 0) as basic,
      coalesce(sum(change) filter (where tier = 'bronze'), 0) as bronze,
      coalesce(sum(change) filter (where tier = 'silver'), 0) as silver,
      coalesce(sum(change) filter (where tier = 'gold'), 0) as gold
    from (select created_at, tier, 1 as change from arrived where status in (1, 2) and archived_at is null and deleted_at is null union all select created_at, tier, -1 as change from gone where status in (1, 2) and archived_at is null and deleted_at is null) as changes cross join unnest(array['month', 'day']) as span
    group by 1, 2
  ) as summed
  where (basic, bronze, silver, gold) <> (0, 0, 0, 0)
  order by span, starts
  on conflict (span, starts) do update set basic = counted.basic + excluded.basic, bronze = counted.bronze + excluded.bronze,
    silver = counted.silver + excluded.silver, gold = counted.gold + excluded.gold;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.creators_of(person uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT (count(*))::integer AS count FROM (SELECT FROM reputation_events WHERE ((reputation_events.user_id = creators_of.person) AND (reputation_events.creator_id IS DISTINCT FROM creators_of.person)) GROUP BY reputation_events.creator_id HAVING (sum(reputation_events.delta) > 0)) gave);

CREATE OR REPLACE FUNCTION public.deadline_day(deadline text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((deadline ~ '^\s*[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\s*$'::text) AND ("left"(btrim(deadline), 4) <> '0000'::text)) THEN CASE WHEN (((substr(btrim(deadline), 9, 2))::integer)::numeric <= EXTRACT(day FROM ((make_date(("left"(btrim(deadline), 4))::integer, (substr(btrim(deadline), 6, 2))::integer, 1) + '1 mon'::interval) - '1 day'::interval))) THEN make_date(("left"(btrim(deadline), 4))::integer, (substr(btrim(deadline), 6, 2))::integer, (substr(btrim(deadline), 9, 2))::integer) ELSE NULL::date END ELSE NULL::date END;

CREATE OR REPLACE FUNCTION public.enter_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from ledger_entries where payment_id = new.id and kind in ('settle', 'pay')) then
    insert into ledger_entries
      (id, project_id, task_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
    select gen_random_uuid(), new.project_id, new.task_id, new.user_id, 'budget', 'paid:' || new.user_id,
      hundredths_of(new.currency, new.amount_cents), new.currency, 'pay', new.id,
      (select e.id from events e where e.xid = pg_current_xact_id() and e.kind = 'payment.recorded'
        and e.data ->> 'paymentID' = new.id::text limit 1), new.created_at;
  end if;
  if new.voided_at is not null then
    insert into ledger_entries
      (id, project_id, task_id, claim_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
    select gen_random_uuid(), l.project_id, l.task_id, l.claim_id, l.user_id, l.to_account, l.from_account, l.amount_cents,
      l.currency, 'void', l.payment_id,
      (select e.id from events e where e.xid = pg_current_xact_id() and e.kind = 'payment.voided'
        and e.data ->> 'paymentID' = new.id::text limit 1), new.voided_at
    from ledger_entries l
    where l.payment_id = new.id and l.kind in ('settle', 'pay')
      and not exists (select from ledger_entries back where back.payment_id = new.id and back.kind = 'void');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(translate(unaccent('unaccent'::regdictionary, NORMALIZE(regexp_replace(NORMALIZE(value, NFKD), '[\u00ad\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]'::text, ''::text, 'g'::text), NFKC)), 'I'::text, 'i'::text)), 'ςةىٱکھہی٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'::text, 'σهياكههي01234567890123456789'::text);

CREATE OR REPLACE FUNCTION public.hours_asked(weekly_hours double precision, tier text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (weekly_hours > (0)::double precision) THEN weekly_hours ELSE (CASE tier WHEN 'basic'::text THEN 10 WHEN 'bronze'::text THEN 20 WHEN 'silver'::text THEN 30 ELSE 40 END)::double precision END;

CREATE OR REPLACE FUNCTION public.hundredths_of(currency text, amount bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (currency = ANY ('{AFN,ALL,BIF,CLP,COP,DJF,GNF,HUF,IDR,IQD,IRR,ISK,JPY,KMF,KPW,KRW,LAK,LBP,MGA,MMK,PKR,PYG,RWF,SLL,SOS,SYP,UGX,VND,VUV,XAF,XOF,XPF,YER}'::text[])) THEN ((amount)::numeric * (100)::numeric) WHEN (currency = ANY ('{BHD,JOD,KWD,LYD,OMR,TND}'::text[])) THEN ((amount)::numeric / (10)::numeric) ELSE (amount)::numeric END;

CREATE OR REPLACE FUNCTION public.keep_changed_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_open_tasks(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_decision_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stands boolean := new.archived_at is not null or new.applications_paused;
begin
  if tg_op = 'INSERT' then
    new.clock_stopped_at := case when stands then new.created_at end;
  elsif stands and old.clock_stopped_at is null then
    new.clock_stopped_at := new.updated_at;
  elsif not stands and old.clock_stopped_at is not null then
    update project_requests r
    set answer_by = r.answer_by + stood.long, clock_from = r.clock_from + stood.long
    from (
      select id, greatest(new.updated_at - greatest(old.clock_stopped_at, clock_from), interval '0') as long
      from project_requests where project_id = new.id and status = 0 and withdrawn_at is null
    ) as stood
    where r.id = stood.id;
    new.clock_stopped_at := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_ledger_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from added a where a.event_id is not null
      and not exists (select from events e where e.xid = pg_current_xact_id() and e.id = a.event_id)
  ) then
    raise exception 'An entry of the ledger belongs to an event of its own transaction.' using errcode = 'restrict_violation';
  end if;
  -- Rows are made and locked in one order. A CHECK would refuse to insert a difference below zero, so each begins at zero.
  insert into ledger_balances (project_id, account, currency)
  select distinct a.project_id, side.account, a.currency
  from added a, lateral (values (a.from_account), (a.to_account)) as side (account)
  order by 1, 2, 3
  on conflict do nothing;
  update ledger_balances b set amount_cents = b.amount_cents + moved.amount
  from (
    select a.project_id, side.account, a.currency, sum(side.amount) as amount
    from added a, lateral (values (a.from_account, -a.amount_cents), (a.to_account, a.amount_cents)) as side (account, amount)
    group by 1, 2, 3
  ) as moved
  where b.project_id = moved.project_id and b.account = moved.account and b.currency = moved.currency;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_open_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_open_tasks(array[new.task_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_open_tasks(wanted uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with now_open as (
    select o.task_id, o.project_id, o.currency, o.amount_cents, o.mode, o.takers, o.min_tier,
      coalesce(t.due_on, 'infinity'::date) as due_key, coalesce(t.estimate_hours::float8, 'infinity'::float8) as hours_key,
      -(extract(epoch from o.made_at) * 1000000)::bigint as place, skill_names(asked.skills) as skills,
      fold_text(t.title || ' ' || asked.skills || ' ' || p.title || ' ' || left(t.description, 300)) as search_text
    from offers o join tasks t on t.id = o.task_id join projects p on p.id = o.project_id
      cross join lateral (
        select case when cardinality(o.skills) > 0 then array_to_string(o.skills, ', ') else p.skills end as skills
      ) as asked
    where o.task_id = any(wanted) and o.closed_at is null and o.mode <> 'assigned'
      and t.deleted_at is null and t.status < 3 and t.assigned_to_id is null
      and p.status in (1, 2) and p.archived_at is null and p.deleted_at is null and not p.applications_paused
      and not exists (select from claims c where c.task_id = o.task_id and c.state = 'active')
  ), gone as (
    delete from open_tasks where task_id = any(wanted) and task_id not in (select n.task_id from now_open n)
  )
  insert into open_tasks
    (task_id, project_id, currency, amount_cents, mode, takers, min_tier, due_key, hours_key, place, skills, search_text)
  select * from now_open
  on conflict (task_id) do update set currency = excluded.currency, amount_cents = excluded.amount_cents,
    mode = excluded.mode, takers = excluded.takers, min_tier = excluded.min_tier, due_key = excluded.due_key,
    hours_key = excluded.hours_key, place = excluded.place, skills = excluded.skills, search_text = excluded.search_text;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_tasks_of_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_open_tasks(array(select task_id from offers where project_id = new.id and closed_at is null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_title_then()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.title_then := (select title from projects where id = new.project_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.market_months(created_at timestamp with time zone)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY[(((EXTRACT(year FROM (created_at AT TIME ZONE 'UTC'::text)) * (12)::numeric) + EXTRACT(month FROM (created_at AT TIME ZONE 'UTC'::text))))::integer];

CREATE OR REPLACE FUNCTION public.name_creator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.creator_id is null and new.project_id is not null then
    select created_by into new.creator_id from projects where id = new.project_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_closed_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_answers(created_by) from projects where id = new.project_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_inbox_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into inbox_changes (user_id) select distinct user_id from now_there;
  elsif tg_op = 'DELETE' then
    insert into inbox_changes (user_id) select distinct user_id from there_before;
  else
    insert into inbox_changes (user_id)
      select distinct n.user_id from now_there n join there_before o on o.id = n.id
      where (n.xid, n.kind, n.count, n.read_at, n.done_at, n.snoozed_until)
        is distinct from (o.xid, o.kind, o.count, o.read_at, o.done_at, o.snoozed_until);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_inbox_choice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into inbox_changes (user_id) values (new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tasks set offer_cents = case when new.closed_at is null then new.amount_cents end,
    updated_at = greatest(updated_at, new.changed_at)
  where id = new.task_id
    and offer_cents is distinct from case when new.closed_at is null then new.amount_cents end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_words
  select word from changed, words_of(changed.search_text) as word
  union select word from changed, unnest(text_words(changed.search_text)) as word
  order by word
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_shown_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into task_counters as counter (project_id, last_task_number, gone_versions)
  select shown.project_id, (select max(task_number) from tasks where tasks.project_id = shown.project_id), 1
  from (
    select project_id from tasks where created_by_id = new.id union select project_id from tasks where assigned_to_id = new.id
  ) as shown order by shown.project_id
  on conflict (project_id) do update set gone_versions = counter.gone_versions + 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_shown_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.shown_version := old.shown_version + 1;
    if new.status = old.status then
      return new;
    end if;
    if new.rank = old.rank then
      new.rank := top_rank();
    end if;
    if new.stage_id = old.stage_id then
      new.stage_id := null;
    end if;
  end if;
  -- Statuses: 3 is Under Review.
  new.waits_since := case when new.status = 3 then new.updated_at end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_task_title()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.deleted_at is null then
    insert into task_titles (task_id, project_id, words) values (new.id, new.project_id, fold_text(' ' || new.title))
    on conflict (task_id) do update set words = excluded.words;
  else
    delete from task_titles where task_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.number_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A restored backup brings its numbers.
  if new.receipt_number is null then
    select coalesce(max(receipt_number), 0) + 1 into new.receipt_number from payments where project_id = new.project_id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.one_letter_less(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT one_letter_less.word AS word UNION SELECT OVERLAY(one_letter_less.word PLACING ''::text FROM at.at FOR 1) AS "overlay" FROM generate_series(1, char_length(one_letter_less.word)) at(at));

CREATE OR REPLACE FUNCTION public.pay_date(project uuid, payee uuid, pay_by timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when was_paid(project, payee) or exists (select from server_lacks l where l.what = 'payout key') then pay_by
    else (select greatest(pay_by, d.given_at + interval '7 days') from payout_details d where d.user_id = payee)
  end
$function$;

CREATE OR REPLACE FUNCTION public.recount_market()
 RETURNS void
 LANGUAGE sql
AS $function$
delete from market_counts;
insert into market_counts (span, starts, basic, bronze, silver, gold)
select span, date_trunc(span, created_at at time zone 'UTC')::date,
  count(*) filter (where tier = 'basic'), count(*) filter (where tier = 'bronze'),
  count(*) filter (where tier = 'silver'), count(*) filter (where tier = 'gold')
from projects cross join unnest(array['month', 'day']) as span
where status in (1, 2) and archived_at is null and deleted_at is null
group by 1, 2;
$function$;

CREATE OR REPLACE FUNCTION public.refuse_ended_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state not in ('stating', 'ruling') and (new.state, new.amount_cents, new.ended_at)
    is distinct from (old.state, old.amount_cents, old.ended_at)
  then
    raise exception 'A dispute that has ended is final.' using errcode = 'restrict_violation';
  end if;
  if old.state = 'ruling' and new.state = 'stating' then
    raise exception 'A dispute does not go back.' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_entry_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'An entry of the ledger is never changed or deleted.' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'An event is never changed or deleted.' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  answers constant text[] := '{voided_at,voided_by,void_reason,confirmed_at,missing_at,missing_text,answer_key}';
begin
  if tg_op = 'UPDATE' and num_nonnulls(old.voided_at, old.confirmed_at, old.missing_at) = 0
    and num_nonnulls(new.voided_at, new.confirmed_at, new.missing_at) = 1
    and to_jsonb(new) - answers = to_jsonb(old) - answers
  then
    return new;
  end if;
  -- The key under which somebody answered goes with their account.
  if tg_op = 'UPDATE' and old.answer_key is not null and new.answer_key = new.id::text
    and to_jsonb(new) - 'answer_key' = to_jsonb(old) - 'answer_key'
  then
    return new;
  end if;
  -- The foreign key takes away the reference to a task that goes for good.
  if tg_op = 'UPDATE' and old.task_id is not null and new.task_id is null
    and to_jsonb(new) - 'task_id' = to_jsonb(old) - 'task_id'
    and not exists (select from tasks where id = old.task_id)
  then
    return new;
  end if;
  raise exception 'A ledger entry is never deleted or changed, only voided, once.' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.require_settled_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select 1 from submissions s join tasks t on t.id = s.task_id
    where s.task_id = new.id and s.state = 'open' and t.open_round is distinct from s.round
  ) then
    raise exception 'task % has left its open review', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.short_parts(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT "left"(word.word, size.size) AS "left" FROM regexp_split_to_table(short_parts.folded, '[^a-z0-9]+'::text) word(word), generate_series(1, 2) size(size) WHERE (char_length(word.word) >= size.size) UNION SELECT parts.part FROM regexp_matches(short_parts.folded, '[^a-z0-9\s]+'::text, 'g'::text) run(run), LATERAL (SELECT letters.letter, lead(letters.letter) OVER (ORDER BY letters.place) AS following FROM unnest(string_to_array(run.run[1], NULL::text)) WITH ORDINALITY letters(letter, place)) pairs, LATERAL (VALUES (pairs.letter), ((pairs.letter || pairs.following))) parts(part) WHERE (parts.part IS NOT NULL));

CREATE OR REPLACE FUNCTION public.skill_level(reputation integer, creators integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE tier_level(reputation, creators) WHEN 0 THEN 0 WHEN 3 THEN 2 ELSE 1 END)::smallint;

CREATE OR REPLACE FUNCTION public.skill_names(skills text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(regexp_split_to_array(btrim(fold_text(skills)), '\s*,\s*'::text), ''::text);

CREATE OR REPLACE FUNCTION public.skill_words(skills text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT word.word FROM regexp_split_to_table(lower(array_to_string(skill_words.skills, ' '::text)), '[^a-z0-9+#]+'::text) word(word) WHERE (word.word <> ''::text));

CREATE OR REPLACE FUNCTION public.skills_text(skills text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_string(skills, ' '::text);

CREATE OR REPLACE FUNCTION public.text_words(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (folded ~ '[^\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；]{65}'::text) THEN ARRAY(SELECT DISTINCT substr(word.word, place.place, 64) AS substr FROM regexp_split_to_table(text_words.folded, '[\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；]+'::text) word(word), LATERAL generate_series(1, GREATEST((char_length(word.word) - 32), 1), 32) place(place) WHERE (word.word <> ''::text)) ELSE array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；]+'::text), ''::text) END;

CREATE OR REPLACE FUNCTION public.tier_level(reputation integer, creators integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN ((reputation >= 2000) AND (creators >= 3)) THEN 3 WHEN ((reputation >= 500) AND (creators >= 2)) THEN 2 WHEN (reputation >= 100) THEN 1 ELSE 0 END)::smallint;

CREATE OR REPLACE FUNCTION public.top_rank()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  left_over bigint := 218340105584895 - (extract(epoch from clock_timestamp() - timestamptz '2020-01-01Z') * 100000)::bigint;
  tail bigint := floor(random() * 3844)::bigint * 62 + 1 + floor(random() * 61)::bigint;
begin
  return 'S' || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 3521614606208 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 56800235584 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 916132832 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 14776336 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 238328 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 3844 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 62 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (left_over / 1 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (tail / 3844 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (tail / 62 % 62)::integer, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (tail / 1 % 62)::integer, 1);
end $function$;

CREATE OR REPLACE FUNCTION public.was_paid(project uuid, payee uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from payments p
    where p.project_id = project and p.user_id = payee and p.voided_at is null and p.missing_at is null)
$function$;

CREATE OR REPLACE FUNCTION public.words_of(folded text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT words.word
    FROM ( SELECT regexp_split_to_table(words_of.folded, '[\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；]+'::text) AS regexp_split_to_table
         UNION
          SELECT btrim(part.part, '!"''(),.:;?[]«»“”„‘’…'::text) AS btrim
            FROM regexp_split_to_table(words_of.folded, '[\s,;]+'::text) part(part)) words(word)
   WHERE (((char_length(words.word) >= 3) AND (char_length(words.word) <= 24)) AND (words.word ~ '[^0-9]'::text));
END;
