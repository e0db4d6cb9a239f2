using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A page in a browser: what a script sees on it, and clicks. All tests share one browser and its cache, and leave their tabs to the next ones: a
/// new profile or tab costs several times as much as a page. What a page has kept goes with it.
/// </summary>
public sealed partial class BrowserPage : IDisposable
{
    private static readonly Lazy<Task<DevTools>> Browser = new(Start);
    private static readonly ConcurrentBag<string> Tabs = [];

    private readonly DevTools _tools;
    private readonly string _session;
    private readonly string _tab;
    private readonly string _origin;
    private readonly bool _isFirst;

    private BrowserPage(DevTools tools, string session, string tab, Uri address, ConcurrentQueue<string>? errors)
    {
        (_tools, _session, _tab, _origin) = (tools, session, tab, address.GetLeftPart(UriPartial.Authority));
        _isFirst = errors is null;
        Errors = errors ?? [];
        tools.Follow(session, Errors);
    }

    /// <summary>Exceptions, errors of the console and failed requests.</summary>
    public ConcurrentQueue<string> Errors { get; }

    public static async Task<BrowserPage> Open(Uri address) => await Open(await Browser.Value, errors: null, address);

    /// <summary>Another page, with what this one has kept. The errors of both are those of this one.</summary>
    public Task<BrowserPage> Another(Uri address) => Open(_tools, Errors, address);

    private static async Task<DevTools> Start()
    {
        var (browser, address) = await Chromium.Start();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => browser.Dispose();
        return await DevTools.Connect(address);
    }

    private static async Task<BrowserPage> Open(DevTools tools, ConcurrentQueue<string>? errors, Uri address)
    {
        // each has a window, because a tab behind another one is not drawn
        var tab = Tabs.TryTake(out var left) ? left
            : (await tools.Send("Target.createTarget", new { url = "about:blank", newWindow = true })).GetProperty("targetId").GetString()!;
        var attached = await tools.Send("Target.attachToTarget", new { targetId = tab, flatten = true });
        var page = new BrowserPage(tools, attached.GetProperty("sessionId").GetString()!, tab, address, errors);
        await page.Send("Runtime.enable");
        await page.Send("Log.enable");

        // a page behind another one asks nothing, as if its tab were hidden
        await page.Send("Emulation.setFocusEmulationEnabled", new { enabled = true });
        await page.Send("Page.navigate", new { url = address.ToString() });
        return page;
    }

    /// <summary>The value of a JavaScript expression, or of the promise that it is.</summary>
    public async Task<T> Evaluate<T>(string expression)
    {
        var answer = await Send("Runtime.evaluate", new { expression, returnByValue = true, awaitPromise = true });
        return answer.TryGetProperty("exceptionDetails", out var problem)
            ? throw new InvalidOperationException($"{expression}: {problem.GetRawText()}")
            : answer.GetProperty("result").GetProperty("value").Deserialize<T>()!;
    }

    /// <summary>The same, where an assertion is repeated.</summary>
    public T Now<T>(string expression) => Evaluate<T>(expression).GetAwaiter().GetResult();

    public string Text(string id) => Now<string>($"document.getElementById('{id}')?.textContent ?? ''");

    public IReadOnlyList<string> Texts(string selector) =>
        Now<string[]>($"[...document.querySelectorAll('{selector}')].map(e => e.textContent)");

    /// <summary>As on a phone, unless it is not mobile.</summary>
    public Task Resize(int width, int height, bool mobile = true, double scale = 1) =>
        Send("Emulation.setDeviceMetricsOverride", new { width, height, deviceScaleFactor = scale, mobile });

    /// <summary>As for somebody who prefers dark colours, or light ones.</summary>
    public Task Prefer(bool dark) =>
        Send("Emulation.setEmulatedMedia", new { features = new[] { new { name = "prefers-color-scheme", value = dark ? "dark" : "light" } } });

    /// <summary>As if another tab were in front.</summary>
    public Task Hide() => IsHidden(true);

    /// <summary>Its tab is in front again.</summary>
    public Task Show() => IsHidden(false);

    /// <summary>What is visible, as PNG.</summary>
    public async Task Screenshot(string file)
    {
        var answer = await Send("Page.captureScreenshot", new { format = "png" });
        await File.WriteAllBytesAsync(file, answer.GetProperty("data").GetBytesFromBase64());
    }

    /// <summary>The mouse, as the browser gets it: <c>mousePressed</c>, <c>mouseMoved</c> or <c>mouseReleased</c> at a place of the window.</summary>
    public Task Mouse(string type, double x, double y) =>
        Send("Input.dispatchMouseEvent", new { type, x, y, button = "left", buttons = type == "mouseReleased" ? 0 : 1, clickCount = 1 });

    /// <summary>A key goes down and up on what has the focus.</summary>
    public async Task Press(string key)
    {
        // Only a key with a text sends a form.
        await Send("Input.dispatchKeyEvent", key == "Enter"
            ? (object)new { type = "keyDown", key, text = "\r", windowsVirtualKeyCode = 13 }
            : new { type = "rawKeyDown", key });
        await Send("Input.dispatchKeyEvent", new { type = "keyUp", key });
    }

    public Task Click(string id) => Evaluate<bool>($"document.getElementById('{id}').click(), true");

    public void Dispose() => Close().GetAwaiter().GetResult();

    private async Task Close()
    {
        if (_isFirst)
        {
            await Send("Storage.clearDataForOrigin", new { origin = _origin, storageTypes = "local_storage" });
        }

        // what was set for it (its size, the answers that are staged) ends with the session
        await Evaluate<bool>("(() => { try { sessionStorage.clear(); } catch { /* no page was loaded */ } return true; })()");
        await Send("Page.navigate", new { url = "about:blank" });
        await _tools.Send("Target.detachFromTarget", new { sessionId = _session });
        Tabs.Add(_tab);
    }

    private Task<bool> IsHidden(bool hidden) => Evaluate<bool>(
        $"Object.defineProperty(document, 'hidden', {{ value: {(hidden ? "true" : "false")}, configurable: true }}), dispatchEvent(new Event('visibilitychange'))");

    internal Task<JsonElement> Send(string method, object? parameters = null) => _tools.Send(method, parameters, _session);
}
