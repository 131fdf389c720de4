export interface BodyLimit {
  type: string
  maxBytes: number
  /** Whether the page also takes a {@link FORM}, from its forms without a file. */
  orForm?: true
}

/** A posted form. The longest honest one is about 2 KB. */
export const FORM: BodyLimit = { type: 'application/x-www-form-urlencoded', maxBytes: 16 * 1024 }

/** The largest spreadsheet taken, in bytes. */
export const PLANILHA_MAX_BYTES = 5 * 1024 * 1024

/** A form of labels: five hundred of sixty signs, of which a browser makes up to twelve bytes each. */
export const LABELS: BodyLimit = { type: FORM.type, maxBytes: 500 * (60 * 12 + 6) + FORM.maxBytes }

/** What a phone of the door sends: a hundred admissions of some six hundred bytes, names in any script among them. */
export const SYNC: BodyLimit = { type: 'application/json', maxBytes: 128 * 1024 }

/** A form with a spreadsheet in it, for browsers of the team alone. */
export const UPLOAD: BodyLimit = { type: 'multipart/form-data', maxBytes: PLANILHA_MAX_BYTES + FORM.maxBytes }

/** The largest picture taken of an organiser's own, in bytes: photos of phones have 8 MB at most, bar a few. */
export const ORIGINAL_MAX_BYTES = 10 * 1024 * 1024

/**
 * The form of the event, with the organiser's own pictures in it: one for phones, one for wide screens. Half as much again,
 * for a page that says which is too large, beside what was typed; Cloud Run takes no more than 32 MB.
 */
export const IMAGENS: BodyLimit = {
  type: UPLOAD.type,
  maxBytes: 3 * ORIGINAL_MAX_BYTES + 4 * FORM.maxBytes,
  orForm: true,
}

/** An address this server answers, or a family of them. */
export interface Route {
  /** A segment that begins with `:` stands for any one segment, a final `*` for whatever follows. */
  path: string
  /**
   * The route of Remix that answers it: the name of its folder in `app/routes`, or of its file where that is all there is.
   * Null for files, of `public/` or of the build.
   */
  id: string | null
  /** What the log says in place of the address, where that is not `path`. */
  label?: string
  /**
   * The queue a GET waits in under load (`http/load-shedding.ts`), `page` where nothing is said. `convidado` is for
   * browsers with a session (of the team on its pages), `credencial`, `certificado` and `mesa` for tokens that can open
   * one: any other request waits as a `page`. `health` never waits.
   */
  queue?: 'convidado' | 'credencial' | 'certificado' | 'mesa' | 'health'
  /** Cached as one page for every browser without a session, or as one for each company and n. */
  cache?: 'page' | 'empresa'
  /** The cookie a cached page gives each new browser. */
  cookie?: 'recibo' | 'sid'
  /**
   * What it takes by POST. Any other page answers a form 404 or 405, once it is read. What is larger than a {@link FORM}
   * is read of browsers with such a role alone, and where the queue is `mesa`, with a token of a table alone.
   */
  body?: BodyLimit
  /** Where a code of the team is brought: what says that it is no navigation is refused (decision 0021). */
  isEntrance?: true
  /** The team's roles that may see it, by `equipeOf` (`app/shared/equipe.server.ts`); any other browser gets a 404. */
  papeis?: readonly ('organizacao' | 'porta')[]
  /** Answers between two events, and of those before, too. */
  outlivesEvento?: true
  /** Its 200 is sent while it is made; any other answer is sent whole. */
  streams?: true
}
