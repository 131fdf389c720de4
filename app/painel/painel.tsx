import { useLoaderData, useLocation, useRouteLoaderData, type MetaFunction } from '@remix-run/react'
import type { ReactNode } from 'react'
import { NOT_FOUND } from '../../server/domain/errors.ts'
import { errorTold, isWorthRepeating } from '~/shared/error-page'
import { ActLink, ButtonLink, Landscape, Logo, OutlineLink, titled, useEvento } from '~/shared/page'

declare module 'react' {
  // React 18 writes these attributes as they are, but its types do not know them yet.
  interface HTMLAttributes<T> {
    popover?: ''
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
  }
}

/** The `meta` of a page of the board. The title begins with `Erro` while a form is shown again. */
export function painelTitled<Loader>(
  title: string | Parameters<typeof titled<Loader>>[0],
): MetaFunction<Loader> {
  return titled<Loader>((data) => {
    const { isError } = { isError: false, ...(data as object) }
    return `${isError ? 'Erro: ' : ''}${typeof title === 'string' ? title : title(data)} · Painel`
  })
}

const MENU = [
  { href: '/painel', nome: 'Hoje' },
  { href: '/painel/convidados', nome: 'Convidados' },
  { href: '/painel/empresas', nome: 'Empresas' },
  { href: '/painel/envios', nome: 'Envios' },
  { href: '/painel/listas', nome: 'Listas' },
  { href: '/painel/porta', nome: 'Porta' },
  { href: '/painel/evento', nome: 'Evento' },
] as const

/** Pages needed only now and then: lighter, at the menu's end. */
const BESIDE = [
  { href: '/painel/planilhas', nome: 'Planilhas' },
  { href: '/painel/equipe', nome: 'Equipe' },
  { href: '/painel/historico', nome: 'Histórico' },
  { href: '/painel/ajuda', nome: 'Ajuda' },
] as const

/** The person whose browser shows a page of the board. */
export interface Quem {
  nome: string
}

interface PainelProps {
  /** The menu entry this page belongs to. */
  current: (typeof MENU | typeof BESIDE)[number]['nome'] | null
  /** Null for a page whose heading is on a sheet of its own. */
  title: ReactNode
  kicker?: ReactNode
  gauge?: ReactNode
  /** Above the title, so that it is read first: what needs correcting. */
  summary?: ReactNode
  /** A form: the page is as narrow as its fields. */
  isForm?: boolean
  /** The first page: with the landscape beside it, as where the team enters. */
  isFirst?: boolean
  children: ReactNode
}

/** A page of the board: letterhead, menu, heading, and whose browser it is. */
export function Painel(props: PainelProps) {
  // Every loader of the board returns it.
  const { quem } = useLoaderData<{ quem: Quem }>()
  return <PainelOf quem={quem} {...props} />
}

/** The same, for pages whose loader did not say whose browser it is. */
function PainelOf(props: PainelProps & { quem: Quem }) {
  const { quem, current, title, kicker, gauge, summary, isForm = false, isFirst = false, children } = props
  const evento = useEvento()
  // Between two events companies and former numbers are there; before the first one there is nothing.
  const isEntre = useRouteLoaderData<{ isEntre: boolean }>('root')?.isEntre === true
  const hasMenu = isEntre || evento?.quando !== ''
  const content = (
    <>
      {summary}
      {title === null ? null : (
        <div className="topo">
          <div>
            {kicker ? <p className="sobre">{kicker}</p> : null}
            <h1>{title}</h1>
          </div>
          {gauge ? <div className="medida">{gauge}</div> : null}
        </div>
      )}
      {children}
    </>
  )
  const main = <main id="conteudo">{isForm ? <div className="estreita">{content}</div> : content}</main>
  return (
    <>
      <a className="pular" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className="testeira">
        <a className="logo" href="/painel">
          <Logo />
          <span>{isEntre ? 'Entre dois eventos' : hasMenu ? evento?.anfitriao : 'Primeiro acesso'}</span>
        </a>
        {hasMenu ? <Menu current={current} /> : null}
      </header>
      {isFirst ? (
        <div className="duas comeco">
          <Landscape selo="Convites" />
          {main}
        </div>
      ) : (
        main
      )}
      <footer className="rodape">
        {/* An erasure removes the team's names too. */}
        <p>
          Este aparelho: <b>{quem.nome || 'sem nome'}</b>, organização. <a href="/painel/sair">Sair</a>
        </p>
      </footer>
    </>
  )
}

/** An error page of the board, for the organisation's browsers: the menu stays. */
export function PainelErro({ error, quem }: { error: unknown; quem: Quem }) {
  const { status, told } = errorTold(error)
  const { pathname, search } = useLocation()
  const isNowhere = told === NOT_FOUND
  return (
    <PainelOf
      current={null}
      quem={quem}
      kicker={`Erro ${status}`}
      title={isNowhere ? 'Não está aqui' : told.title}
    >
      <p>
        {isNowhere
          ? 'Não há nada neste endereço do painel. O que havia pode ter sido excluído, juntado a outro ou removido: o Histórico diz.'
          : told.text}
      </p>
      <p className="pagina">
        {isWorthRepeating(status) ? (
          <ButtonLink href={pathname + search}>Tentar de novo</ButtonLink>
        ) : (
          <OutlineLink href="/painel">Ir para o painel</OutlineLink>
        )}
      </p>
    </PainelOf>
  )
}

/** React 18 does not know these attributes yet. Where the browser does not either, the menu simply shows. */
function Menu({ current }: Pick<PainelProps, 'current'>) {
  return (
    <>
      <button className="abre-menu" type="button" popovertarget="menu">
        Menu
      </button>
      <nav id="menu" aria-label="Painel" popover="">
        <Entries entries={MENU} current={current} />
        <div className="mais-menu">
          <Entries entries={BESIDE} current={current} />
        </div>
      </nav>
    </>
  )
}

interface EntriesProps extends Pick<PainelProps, 'current'> {
  entries: readonly { href: string; nome: string }[]
}

function Entries({ entries, current }: EntriesProps) {
  return entries.map(({ href, nome }) => (
    <a key={href} href={href} aria-current={nome === current ? 'page' : undefined}>
      {nome}
    </a>
  ))
}

interface FoldedActProps {
  title: ReactNode
  told: string
  /** Hidden fields sent with the act, by name. */
  fields: Record<string, string | number>
  ato: string
  button: string
  /** The act takes something away. */
  isDanger?: boolean
}

/** An act that says what will follow before it is done: one touch unfolds it, a second does it. */
export function FoldedAct({ title, told, fields, ato, button, isDanger = true }: FoldedActProps) {
  return (
    <details className={isDanger ? 'perigo' : undefined}>
      <summary>{title}</summary>
      <form method="post">
        <p className="dica">{told}</p>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button name="ato" value={ato}>
          {button}
        </button>
      </form>
    </details>
  )
}

/** When a page was made; a browser without scripts, which shows no page again by itself, has a link. */
export function SeenAt({ hora, href }: { hora: string; href: string }) {
  return (
    <p>
      Números das <b>{hora}</b>
      <noscript>
        {' '}
        <ActLink href={href}>Atualizar</ActLink>
      </noscript>
    </p>
  )
}

/** The hatching of bars, once per page. */
export function Hatching() {
  return (
    <svg className="molde" aria-hidden="true">
      <pattern id="listras" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.5" height="6" />
      </pattern>
    </svg>
  )
}
