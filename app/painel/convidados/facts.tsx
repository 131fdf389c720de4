import { FoldedAct } from '~/painel/painel'
import { empresaHref } from '~/painel/convidado-told'
import { Table } from '~/shared/table'
import type { Modo } from '../../../server/domain/entrada'
import { atMoment } from '~/shared/event-clock'

/** `telefone`: whole, which this page alone shows. */
interface ConvidadoFactsProps extends Record<'telefone' | 'email' | 'codigo' | 'cadastro', string> {
  empresa: { empresaid: string; nome: string; total: number; used: number } | null
}

export function ConvidadoFacts({ telefone, email, codigo, cadastro, empresa }: ConvidadoFactsProps) {
  return (
    <section>
      <h2 className="oculto">Dados</h2>
      <dl className="fatos">
        <dt>WhatsApp</dt>
        <dd>{telefone}</dd>
        <dt>E-mail</dt>
        <dd>{email || <span className="nota">não informado</span>}</dd>
        <dt>Código</dt>
        <dd className="codigo">{codigo}</dd>
        <dt>Cadastro</dt>
        <dd>{cadastro}</dd>
        <dt>Convite</dt>
        <dd>
          {empresa ? (
            <>
              {'de '}
              <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a>
              {`, ${empresa.used} de ${empresa.total} confirmados`}
            </>
          ) : (
            'de nenhuma empresa'
          )}
        </dd>
      </dl>
    </section>
  )
}

interface EntradasProps {
  entradas: { entradaid: string; hora: string; quem: string; modo: Modo; isTardia: boolean }[]
  /** How many there are, where not all are shown. */
  total: number
  /** A UUID of this page's own. */
  entradaid: string
}

const HOW: Record<Modo, string> = {
  painel: 'pelo painel',
  papel: 'pela lista de papel',
  camera: 'pela câmera',
  codigo: 'pelo código',
  busca: 'pelo nome',
  mesa: 'com a mesa',
  link: 'pelo link',
}

/** The first admissions that count, in their order, each with its annulment. */
export function Entradas({ entradas, total, entradaid }: EntradasProps) {
  return (
    <Table
      className="dobra com-hora"
      caption={entradas.length < total ? `Entradas, as primeiras ${entradas.length}` : 'Entradas'}
      heads={['Hora', 'Quem', 'Como', { hidden: 'Ato' }]}
    >
      {entradas.map((entrada, index) => (
        <tr key={entrada.entradaid}>
          <th scope="row">{entrada.hora}</th>
          <td>{entrada.quem}</td>
          <td>
            {index === 0 ? <span className="estado dentro">Primeira</span> : 'Repetida'}
            {`, ${HOW[entrada.modo]}`}
            {entrada.isTardia ? ', chegou depois de o celular ser desligado' : ''}
          </td>
          <td className="larga">
            <AnnulForm anula={entrada.entradaid} hora={entrada.hora} entradaid={entradaid} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** `entradaid`: a UUID of this page's own. */
export function AnnulForm({ anula, hora, entradaid }: Record<'anula' | 'hora' | 'entradaid', string>) {
  return (
    <FoldedAct
      title="ANULAR"
      told={`A entrada registrada ${atMoment(hora)} deixa de contar. Ela continua no histórico.`}
      fields={{ entradaid, anula }}
      ato="anular"
      button="ANULAR ENTRADA"
    />
  )
}
