namespace AkkaInstrumentation.Tests;

/// <summary>Awaits what another thread brings about. The only place in the tests where time passes unasked.</summary>
public static class Eventually
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Repeats an assertion until it passes; when time is up, its last error is in the message.</summary>
    public static async Task Passes(Action assertion, TimeSpan? timeout = null)
    {
        var watch = Stopwatch.StartNew();
        for (var pause = 1; ; pause = Longer(pause, watch))
        {
            try
            {
                assertion();
                return;
            }
            catch (Exception e) when (watch.Elapsed < (timeout ?? Patience))
            {
                _ = e;
            }
            catch (Exception e)
            {
                throw new TimeoutException($"Not within {timeout ?? Patience}: {e.Message}", e);
            }

            await Task.Delay(pause);
        }
    }

    // What has been awaited for seconds is asked for less often: each question takes processor time from those who bring it about.
    private static int Longer(int pause, Stopwatch watch) => Math.Min(pause * 2, (int)Math.Clamp(watch.ElapsedMilliseconds / 10, 50, 250));

    /// <summary>Waits for a condition; <paramref name="otherwise"/> describes what was there instead.</summary>
    public static Task True(Func<bool> condition, Func<string>? otherwise = null, TimeSpan? timeout = null) =>
        Passes(
            () =>
            {
                if (!condition())
                {
                    throw new InvalidOperationException(otherwise?.Invoke() ?? "the condition is false");
                }
            },
            timeout);

    /// <summary>Asks again until the answer is yes.</summary>
    public static async Task True(Func<Task<bool>> condition, TimeSpan? timeout = null)
    {
        var watch = Stopwatch.StartNew();
        for (var pause = 1; !await condition(); pause = Longer(pause, watch))
        {
            if (watch.Elapsed > (timeout ?? Patience))
            {
                throw new TimeoutException($"Not within {timeout ?? Patience}.");
            }

            await Task.Delay(pause);
        }
    }

    /// <summary>Waits until a value is what is expected.</summary>
    public static Task Equal<T>(T expected, Func<T> actual, TimeSpan? timeout = null)
    {
        T last = default!;
        return True(() => EqualityComparer<T>.Default.Equals(expected, last = actual()), () => $"expected {expected}, found {last}", timeout);
    }

    /// <summary>Waits until nothing holds the objects any more.</summary>
    public static Task Collected(params WeakReference[] objects) => True(() =>
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return objects.All(held => !held.IsAlive);
    });

    /// <summary>Awaits a task that another thread completes, but not for ever.</summary>
    public static Task<T> Within<T>(Task<T> task, TimeSpan? timeout = null) => task.WaitAsync(timeout ?? Patience);

    /// <inheritdoc cref="Within{T}"/>
    public static Task Within(Task task, TimeSpan? timeout = null) => task.WaitAsync(timeout ?? Patience);

    /// <summary>Blocks on an event that another thread sets, but not for ever: for handlers, which hold a thread.</summary>
    public static void Block(ManualResetEventSlim gate)
    {
        if (!gate.Wait(Patience))
        {
            throw new TimeoutException($"Nobody opened the gate within {Patience}.");
        }
    }
}
