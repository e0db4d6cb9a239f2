using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>A page in a browser: what a script sees on it, and clicks.</summary>
public sealed class BrowserPage : IDisposable
{
    private readonly Chromium? _browser;
    private readonly DevTools _tools;
    private readonly string _session;

    private BrowserPage(Chromium? browser, DevTools tools, string session)
    {
        _browser = browser;
        _tools = tools;
        _session = session;
    }

    public IReadOnlyCollection<string> Errors => _tools.Errors;

    public static async Task<BrowserPage> Open(Uri address)
    {
        var (browser, devTools) = await Chromium.Start();
        var tools = await DevTools.Connect(devTools);
        return await Open(browser, tools, address);
    }

    /// <summary>Another page in the same browser. The errors of both are those of the first.</summary>
    public Task<BrowserPage> Another(Uri address) => Open(browser: null, _tools, address);

    private static async Task<BrowserPage> Open(Chromium? browser, DevTools tools, Uri address)
    {
        var target = await tools.Send("Target.createTarget", new { url = "about:blank" });
        var attached = await tools.Send("Target.attachToTarget", new { targetId = target.GetProperty("targetId").GetString(), flatten = true });
        var page = new BrowserPage(browser, tools, attached.GetProperty("sessionId").GetString()!);
        await page.Send("Runtime.enable");
        await page.Send("Log.enable");

        // a page behind another one asks nothing, as if its tab were hidden
        await page.Send("Emulation.setFocusEmulationEnabled", new { enabled = true });
        await page.Send("Page.navigate", new { url = address.ToString() });
        return page;
    }

    /// <summary>The value of a JavaScript expression.</summary>
    public async Task<T> Evaluate<T>(string expression)
    {
        var answer = await Send("Runtime.evaluate", new { expression, returnByValue = true });
        return answer.TryGetProperty("exceptionDetails", out var problem)
            ? throw new InvalidOperationException($"{expression}: {problem.GetRawText()}")
            : answer.GetProperty("result").GetProperty("value").Deserialize<T>()!;
    }

    public string Text(string id) => Evaluate<string>($"document.getElementById('{id}')?.textContent ?? ''").GetAwaiter().GetResult();

    public IReadOnlyList<string> Texts(string selector) =>
        Evaluate<string[]>($"[...document.querySelectorAll('{selector}')].map(e => e.textContent)").GetAwaiter().GetResult();

    /// <summary>As on a phone, unless it is not mobile.</summary>
    public Task Resize(int width, int height, bool mobile = true) =>
        Send("Emulation.setDeviceMetricsOverride", new { width, height, deviceScaleFactor = 1, mobile });

    /// <summary>What is visible, as PNG.</summary>
    public async Task Screenshot(string file)
    {
        var answer = await Send("Page.captureScreenshot", new { format = "png" });
        await File.WriteAllBytesAsync(file, answer.GetProperty("data").GetBytesFromBase64());
    }

    public Task Click(string id) => Evaluate<bool>($"document.getElementById('{id}').click(), true");

    public void Dispose()
    {
        if (_browser is not null)
        {
            _tools.Dispose();
            _browser.Dispose();
        }
    }

    private Task<JsonElement> Send(string method, object? parameters = null) => _tools.Send(method, parameters, _session);
}
