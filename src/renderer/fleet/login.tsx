import { useSignal } from '@preact/signals';
import { Entry, Form } from './form.tsx';
import { send, session } from './session.ts';
import { t } from './texts/fleet.ts';

const again = (): void => location.reload();

/** Login of a person. The hub sets the cookie; no script can read it. */
export function Login() {
  const [name, password] = [useSignal(''), useSignal('')];
  const logIn = async (): Promise<null> => {
    await send('POST', '/api/session', { name: name.value, password: password.value });
    again();
    return null;
  };
  return (
    <section>
      <h2>{t.fleet.login.title}</h2>
      <Form label={t.fleet.login.title} go={t.fleet.login.title} send={logIn}>
        <Entry
          label={t.fleet.login.name}
          value={name.value}
          set={(one) => (name.value = one)}
          autocomplete="username"
        />
        <Entry
          label={t.fleet.login.password}
          isHidden
          value={password.value}
          set={(one) => (password.value = one)}
          autocomplete="current-password"
        />
      </Form>
    </section>
  );
}

/** Name of the person, logging out, and the own password. */
export function Person() {
  const [password, wanted] = [useSignal(''), useSignal('')];
  const known = session.value;
  if (known === null || known.name === null || known.role === 'public') return null;
  const logOut = async (): Promise<void> => {
    await send('DELETE', '/api/session');
    again();
  };
  const change = async (): Promise<string> => {
    await send('POST', '/api/session/password', { password: password.value, new_password: wanted.value });
    [password.value, wanted.value] = ['', ''];
    return t.fleet.login.changed;
  };
  return (
    <div class="row">
      <span>
        <bdi>{known.name}</bdi> <span class="muted">{t.fleet.roles[known.role]}</span>
      </span>
      <button type="button" class="button" onClick={() => void logOut()}>
        {t.fleet.login.out}
      </button>
      <details>
        <summary>{t.fleet.login.change}</summary>
        <Form label={t.fleet.login.change} go={t.fleet.login.change} send={change}>
          <Entry
            label={t.fleet.login.password}
            isHidden
            value={password.value}
            set={(one) => (password.value = one)}
            autocomplete="current-password"
          />
          <Entry
            label={t.fleet.login.newPassword}
            isHidden
            value={wanted.value}
            set={(one) => (wanted.value = one)}
            autocomplete="new-password"
          />
        </Form>
      </details>
    </div>
  );
}
