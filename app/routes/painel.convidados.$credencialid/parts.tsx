import { AnnulForm, convidadoHref, empresaHref } from '~/painel/convidado-told'
import { FoldedAct } from '~/painel/painel'
import { atMoment } from '~/shared/event-clock'
import { Option } from '~/shared/field'
import { OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf } from '~/shared/words'
import { isNamedCasa } from '../../../server/domain/casa'
import type { Modo } from '../../../server/domain/entrada'
import type { ConvidadoNaTela } from './convidado.server.ts'

/** The house's name within a sentence, a company's as it is. */
const nomeInside = (empresa: { empresaid: string; nome: string }) =>
  isNamedCasa(empresa) ? empresa.nome.toLowerCase() : empresa.nome

export function Fatos({ telefone, email, codigo, cadastro, empresa }: ConvidadoNaTela) {
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
              {isNamedCasa(empresa) ? null : 'de '}
              <a href={empresaHref(empresa.empresaid)}>{nomeInside(empresa)}</a>
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

const HOW: Record<Modo, string> = {
  painel: 'pelo painel',
  papel: 'pela lista de papel',
  camera: 'pela câmera',
  codigo: 'pelo código',
  busca: 'pelo nome',
  mesa: 'com a mesa',
  link: 'pelo link',
}

/** The first admissions that count, in order, each with its annulment. */
export function Entradas({ entradas, lidas, entradaid }: ConvidadoNaTela) {
  return (
    <Table
      className="dobra com-hora"
      caption={entradas.length < lidas ? `Entradas, as primeiras ${entradas.length}` : 'Entradas'}
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

interface AtosProps extends ConvidadoNaTela {
  /** Why nothing was done: the guest was already inside, or the day of the event has not come. */
  asked: 'inside' | 'early' | null
}

export function Atos(props: AtosProps) {
  const { credencialid, nome, versao, empresa, dentro, retirada, guardado, credencial, whatsapp, isDay } =
    props
  const isAdmitFirst = isDay && dentro === null && retirada === null
  return (
    <section className="acoes" aria-label="Atos">
      {retirada === null ? null : (
        <a className="botao" href={convidadoHref(credencialid, '/empresa')}>
          Confirmar de novo
        </a>
      )}
      {dentro === null ? <AdmitForm {...props} isFirst={isAdmitFirst} /> : null}
      <a
        className={isAdmitFirst || retirada !== null ? 'botao contorno' : 'botao'}
        href={convidadoHref(credencialid, '/corrigir')}
      >
        Corrigir dados
      </a>
      <OutlineLink href={credencial}>Abrir credencial</OutlineLink>
      {whatsapp === null ? null : <OutlineLink href={whatsapp}>Enviar pelo WhatsApp</OutlineLink>}
      {retirada === null ? (
        <OutlineLink href={convidadoHref(credencialid, '/empresa')}>Mudar de empresa</OutlineLink>
      ) : null}
      {guardado === null ? null : (
        <form method="post">
          <p className="dica">{`O lugar fica guardado até ${guardado.ate}, se quiser voltar.`}</p>
          <input type="hidden" name="empresaid" value={guardado.empresaid} />
          <button className="contorno" name="ato" value="liberar">
            Não guardar o lugar
          </button>
        </form>
      )}
      {dentro === null ? null : <AdmitAgainForm {...props} dentro={dentro} />}
      <FoldedAct
        title="Novo link"
        told="O link e o código de agora deixam de valer, também nas imagens que o convidado guardou. Envie o link novo ao convidado."
        fields={{ versao }}
        ato="renovar"
        button="Trocar o link"
      />
      <OutlineLink href={`${credencial}/dados`}>Ver o que guardamos</OutlineLink>
      <DeleteForm nome={nome} empresa={empresa} />
    </section>
  )
}

/** Before the day it asks once more: only the second post carries the confirmation. */
function AdmitForm(props: Pick<AtosProps, 'entradaid' | 'asked'> & { isFirst: boolean }) {
  const { entradaid, isFirst, asked } = props
  const isEarly = asked === 'early'
  return (
    <form method="post">
      <input type="hidden" name="entradaid" value={entradaid} />
      {isEarly ? <input type="hidden" name="antes" value="1" /> : null}
      <button className={isFirst ? undefined : 'contorno'} name="ato" value="admitir">
        {isEarly ? 'Dar entrada antes do dia' : 'Dar entrada'}
      </button>
    </form>
  )
}

function AdmitAgainForm(props: Pick<AtosProps, 'entradaid' | 'asked' | 'isDay'> & { dentro: string }) {
  const { entradaid, dentro, asked, isDay } = props
  return (
    <details open={asked === 'inside'}>
      <summary>Dar entrada de novo</summary>
      <form className="cartao" method="post">
        <p className="dica">{`Já entrou ${atMoment(dentro)}. Uma segunda entrada fica registrada ao lado da primeira.${isDay ? '' : ' O dia do evento ainda não chegou.'}`}</p>
        <input type="hidden" name="entradaid" value={entradaid} />
        <input type="hidden" name="denovo" value="1" />
        <input type="hidden" name="antes" value="1" />
        <button className="contorno" name="ato" value="admitir">
          {isDay ? 'Registrar outra entrada' : 'Registrar outra entrada antes do dia'}
        </button>
      </form>
    </details>
  )
}

/** excluir, which says what will happen, and asks what becomes of the invitation if there is one. */
function DeleteForm({ nome, empresa }: Pick<AtosProps, 'nome' | 'empresa'>) {
  return (
    <details className="perigo">
      <summary>Excluir convidado</summary>
      <form method="post">
        {empresa ? (
          <fieldset>
            <legend>{`O convite de ${nome}`}</legend>
            <Option type="radio" name="convite" value="devolver" defaultChecked>
              <b>{`Volta para a ${isNamedCasa(empresa) ? 'casa' : 'empresa'}`}</b>
              {` ${isNamedCasa(empresa) ? 'Ela' : empresa.nome} passa a ter ${countOf(empresa.leftIfReturned, 'livre', 'livres')}.`}
            </Option>
            <Option type="radio" name="convite" value="gastar">
              <b>Fica gasto</b> Ninguém entra no lugar.
            </Option>
          </fieldset>
        ) : (
          <input type="hidden" name="convite" value="gastar" />
        )}
        <p className="dica">Os dados são apagados e a porta recusa a credencial. Não dá para desfazer.</p>
        <button name="ato" value="excluir">
          Excluir
        </button>
      </form>
    </details>
  )
}
