import type { ReactNode } from 'react'
import type { Aparelho } from '../../server/domain/aparelho'
import { Logo } from './logo'
import { useEvento } from './use-evento'

const MENU = [
  { href: '/painel', nome: 'Painel' },
  { href: '/painel/convidados', nome: 'Convidados' },
  { href: '/painel#empresas', nome: 'Empresas' },
  { href: '/painel/planilhas', nome: 'Planilhas' },
  { href: '/painel/listas', nome: 'Listas' },
  { href: '/painel/porta', nome: 'Porta' },
  { href: '/painel/equipe', nome: 'Equipe' },
  { href: '/painel/historico', nome: 'Histórico' },
] as const

/** Whose browser a page is shown in. */
export type Viewer = Pick<Aparelho, 'nome'>

interface Props {
  quem: Viewer
  /** The entry of the menu this page belongs to. */
  current: (typeof MENU)[number]['nome'] | null
  /** Null for a page that has its heading on a sheet of its own. */
  title: ReactNode
  /** Over the title. */
  kicker?: ReactNode
  /** Beside the title. */
  gauge?: ReactNode
  /** Above the title, where it is read first: what must be corrected. */
  summary?: ReactNode
  /** A form: as narrow as one is filled in. */
  isForm?: boolean
  children: ReactNode
}

/** A page of the board: letterhead, menu, heading, and whose browser it is. */
export function Painel({ quem, current, title, kicker, gauge, summary, isForm = false, children }: Props) {
  const evento = useEvento()
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
  return (
    <>
      <a className="pular" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className="testeira">
        <a className="logo" href="/painel">
          <Logo />
          <span>{evento?.anfitriao}</span>
        </a>
        {/* React 18 does not know these attributes yet. Where a browser does not either, the menu simply shows. */}
        <button className="abre-menu" type="button" {...{ popovertarget: 'menu' }}>
          MENU
        </button>
        <nav id="menu" aria-label="Painel" {...{ popover: '' }}>
          {MENU.map(({ href, nome }) => (
            <a key={href} href={href} aria-current={nome === current ? 'page' : undefined}>
              {nome}
            </a>
          ))}
        </nav>
      </header>
      <main id="conteudo">{isForm ? <div className="estreita">{content}</div> : content}</main>
      <footer className="rodape">
        {/* An erasure takes the names of the team, too. */}
        Este aparelho: <b>{quem.nome || 'sem nome'}</b>, organização.
      </footer>
    </>
  )
}
