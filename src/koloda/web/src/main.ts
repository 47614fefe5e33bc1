import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { noticeLostStyles } from './lib/net/lasting';
import { keepShell } from './lib/offline/register';

noticeLostStyles();
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target });
keepShell();
