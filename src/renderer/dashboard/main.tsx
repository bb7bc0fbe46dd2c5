import './index.css';
import { render } from 'preact';
import { isKiosk } from '../kit/settings.ts';
import { followTheLight } from '../kit/theme/theme.ts';
import { App } from './app.tsx';
import { connect } from './connect.ts';
import { keepOffline } from './keep-offline.ts';

document.documentElement.classList.toggle('kiosk', isKiosk);
followTheLight();
connect();
render(<App />, document.getElementById('app')!);
keepOffline();
