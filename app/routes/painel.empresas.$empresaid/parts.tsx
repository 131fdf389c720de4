import { convidadoHref, convidarHref, empresaHref, WhereaboutsTold } from '~/painel/convidado-told'
import { SendOneByOne } from '~/painel/convites'
import { NumerosList, type Numero } from '~/painel/numeros'
import { FoldedAct } from '~/painel/painel'
import type { Piece } from '~/shared/bar'
import { Failure } from '~/shared/field'
import { ActLink, OutlineLink, useIsOver } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf } from '~/shared/words'
import type { empresaShown } from './empresa.server.ts'

type Shown = Awaited<ReturnType<typeof empresaShown>>
type Numeros = Shown['numeros']
type LinksProps = Shown['links']

export function EmpresaNumeros(props: Numeros) {
  const { total, used, held, guardados, pessoais, left, confirmados, dentro } = props
  const of = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
  const share = (count: number) => `${Math.round(of(count, total))}% dos convites`
  // Spent by a guest who was erased without giving it back, or before this site knew the company.
  const others = used - confirmados
  const forms = held - guardados
  const notes = [
    ...(forms > 0 ? [countOf(forms, 'formulário aberto', 'formulários abertos')] : []),
    ...(guardados > 0 ? [countOf(guardados, 'lugar de quem não vem', 'lugares de quem não vem')] : []),
  ]
  const gasto = { ate: of(used, total) }
  const promised = { de: gasto.ate, ate: of(used + held + pessoais, total), look: 'listras' } as const
  const paid = others > 0 ? `mais ${countOf(others, 'gasto', 'gastos')} sem cadastro` : share(confirmados)
  const rows: Numero[] = [
    ['Convites', 'o total da empresa', total, gasto, promised],
    ['Confirmados', paid, confirmados, { ate: of(confirmados, total) }],
    ['Reservados', notes.join(', ') || 'nenhum', held, striped(of(held, total))],
    ['Sem resposta', 'convites com nome, ainda sem uso', pessoais, striped(of(pessoais, total))],
    ['Livres', share(left), left, { ate: of(left, total), look: 'suave' }],
    [
      useIsOver() ? 'Estiveram' : 'Dentro',
      `${dentro} de ${confirmados} confirmados`,
      dentro,
      { ate: of(dentro, confirmados), look: 'terra' },
    ],
  ]
  return <NumerosList className="numeros placa" rows={rows} />
}

const striped = (ate: number): Piece => ({ ate, look: 'listras' })

interface ChangeTotalProps extends Pick<Numeros, 'total' | 'used' | 'confirmados' | 'pessoais'> {
  /** The field's value. */
  value: string
  /** Used, held and personal: the smallest possible total. */
  least: number
  /** What is wrong with the value that was typed; null when nothing was sent. */
  error: string | null
}

export function ChangeTotal(props: ChangeTotalProps) {
  const { value, total, least, used, confirmados, pessoais, error } = props
  const parts = [
    countOf(confirmados, 'confirmado', 'confirmados'),
    ...(used === confirmados ? [] : [countOf(used - confirmados, 'gasto', 'gastos')]),
    ...(pessoais === 0 ? [] : [countOf(pessoais, 'convite com nome', 'convites com nome')]),
    countOf(least - used - pessoais, 'reservado', 'reservados'),
  ]
  return (
    <div className="cartao">
      <h3>Total de convites</h3>
      <p className="nota" id="total-dica">
        {total === 1 ? 'Hoje é 1. ' : `Hoje são ${total}. `}
        {least === 0
          ? 'Ninguém se cadastrou, e nenhum está reservado.'
          : `Não pode ficar abaixo de ${least}: ${parts.slice(0, -1).join(', ')} e ${parts.slice(-1).join('')}.`}
      </p>
      <details open={error !== null}>
        <summary>Mudar o total</summary>
        <form method="post">
          <label htmlFor="total">Total de convites</label>
          <Failure id="total" error={error} />
          <div className="linha">
            <input
              id="total"
              name="total"
              inputMode="numeric"
              maxLength={9}
              defaultValue={value}
              required
              autoComplete="off"
              aria-describedby={error === null ? 'total-dica' : 'total-dica total-falha'}
              aria-invalid={error === null ? undefined : true}
            />
          </div>
          {error === null ? null : (
            <label className="opcao">
              <input type="checkbox" name="subir" value="sim" /> Aumentar a lotação, se a casa não tiver
              lugares
            </label>
          )}
          <button className="contorno">Gravar total</button>
        </form>
      </details>
    </div>
  )
}

/** The guests whose invitation a company pays, or paid until they withdrew. */
export function Convidados({ caption, convidados }: { caption: string; convidados: Shown['convidados'] }) {
  return (
    <Table caption={caption} isCaptionHidden heads={['Nome', 'Situação', 'WhatsApp', { number: 'Cadastro' }]}>
      {convidados.map(({ credencialid, nome, telefone, cadastro, dentro, retirada }) => (
        <tr key={credencialid}>
          <th scope="row">
            <a href={convidadoHref(credencialid)}>{nome}</a>
          </th>
          <td>
            <WhereaboutsTold dentro={dentro} retirada={retirada} />
          </td>
          <td className="fone">{telefone}</td>
          <td className="n some">{cadastro}</td>
        </tr>
      ))}
    </Table>
  )
}

/** How many other companies at a table are named. */
const JUNTAS_MAX = 5

/** Says that other companies have the same number, on purpose or by mistake. */
export function SameTable({ numero, juntas }: Pick<Shown, 'numero' | 'juntas'>) {
  if (juntas.length === 0) return null
  const told = juntas.slice(0, JUNTAS_MAX)
  const more = juntas.length - told.length
  return (
    <p className="alerta aviso">
      {`A mesa ${numero} é também de `}
      {told.map(({ empresaid, nome }, index) => (
        <span key={empresaid}>
          {index === 0 ? '' : more === 0 && index === told.length - 1 ? ' e ' : ', '}
          <a href={empresaHref(empresaid)}>{nome}</a>
        </span>
      ))}
      {more > 0 ? ` e mais ${more}` : ''}. Pode ser assim mesmo.
    </p>
  )
}

/** The ways into a company: its public link, its holder's panel, its personal invitations. */
export function EmpresaLinks(props: LinksProps) {
  const { link, mesa, pessoais, empresaid } = props
  return (
    <>
      {link ? <MesaPanelLink {...mesa} /> : null}
      <div className="cartao">
        <h3>Link público</h3>
        {link ? <PublicLink {...props} link={link} /> : <NoLink empresaid={empresaid} />}
      </div>
      {link ? <Pessoais empresaid={empresaid} pessoais={pessoais} /> : null}
    </>
  )
}

/** The states of a personal invitation, said of one and of several. */
const SITUACOES = [
  ['novo', 'sem resposta', 'sem resposta'],
  ['usado', 'confirmou', 'confirmaram'],
  ['saiu', 'saiu depois', 'saíram depois'],
  ['recusado', 'não vem', 'não vêm'],
  ['revogado', 'cancelado', 'cancelados'],
] as const

/** Makes, lists, sends and exports the personal invitations of a company. */
function Pessoais({ empresaid, pessoais }: Pick<LinksProps, 'empresaid' | 'pessoais'>) {
  const told = SITUACOES.filter(([estado]) => pessoais[estado] > 0).map(([estado, one, many]) =>
    countOf(pessoais[estado], one, many),
  )
  const query = `?${new URLSearchParams({ empresa: empresaid }).toString()}`
  const planilha = '/painel/exportar/convites-pessoais'
  return (
    <div className="cartao">
      <h3>Convites pessoais</h3>
      <p className="nota">
        {`Um para cada convidado, com o nome dele: ${told.join(', ') || 'nenhum ainda'}.`}
      </p>
      {useIsOver() ? null : (
        <p>
          <ActLink href={convidarHref(empresaid)}>Fazer convites pessoais</ActLink>
        </p>
      )}
      {told.length === 0 ? null : (
        <>
          <p>
            <ActLink href={`/painel/convidados${query}`}>Ver convites pessoais</ActLink>
          </p>
          {pessoais.novo > 0 ? <SendOneByOne empresaid={empresaid} className="contorno" /> : null}
          <p className="nota">
            Mala direta: uma planilha com uma linha por convite: o nome, o link e a situação. Cada link abre
            um convite a quem o tiver: guarde-a só enquanto precisar.
          </p>
          <p className="acoes lado">
            <OutlineLink href={`${planilha}.xlsx${query}`}>Baixar .XLSX</OutlineLink>
            <OutlineLink href={`${planilha}.csv${query}`}>Baixar CSV</OutlineLink>
          </p>
        </>
      )}
    </div>
  )
}

function PublicLink({ link, isFechada }: { link: NonNullable<LinksProps['link']>; isFechada: boolean }) {
  if (useIsOver()) return <p className="nota">O evento terminou: ninguém mais se cadastra por ele.</p>
  return (
    <>
      <p className="nota">
        {isFechada
          ? 'Fechado: diz que os convites são pessoais, e não deixa ninguém se cadastrar por ele.'
          : 'Para os convidados se cadastrarem. Qualquer pessoa com o link pode usar os convites.'}
      </p>
      <p>
        <a className="copiavel" href={link.href}>
          {link.text}
        </a>
      </p>
      {isFechada ? null : (
        <p>
          <ActLink href={link.whatsapp}>Enviar link pelo WhatsApp</ActLink>
        </p>
      )}
      <form method="post">
        <button className="contorno" name="ato" value={isFechada ? 'abrir' : 'fechar'}>
          {isFechada ? 'Abrir o link público' : 'Fechar o link público'}
        </button>
      </form>
    </>
  )
}

function NoLink({ empresaid }: { empresaid: string }) {
  return (
    <p className="nota">
      {`Ninguém abre esta empresa: o ID "${empresaid}" não pode ser um endereço. Cadastre-a com outro e envie a ela o novo link.`}
    </p>
  )
}

function MesaPanelLink({ href, text, versao }: LinksProps['mesa']) {
  return (
    <div className="cartao">
      <h3>Painel da mesa</h3>
      <p className="nota">
        {useIsOver()
          ? 'Só para quem cuida da mesa: ali se vê quem veio.'
          : 'Só para quem cuida da mesa: ali se vê quem vem, se tiram convidados da mesa e se fazem convites pessoais.'}
      </p>
      <p>
        <a className="copiavel" href={href}>
          {text}
        </a>
      </p>
      <FoldedAct
        title="Trocar o link da mesa"
        told="O link de agora deixa de abrir na hora. Envie o novo a quem cuida da mesa."
        fields={{ versao }}
        ato="renovar-mesa"
        button="Trocar o link"
      />
    </div>
  )
}
