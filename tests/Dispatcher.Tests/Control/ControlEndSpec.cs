namespace AkkaInstrumentation.Tests.Control;

/// <summary>Changes of settings that meet the end of their actor system.</summary>
public class ControlEndSpec
{
    [Fact]
    public async Task A_source_that_changes_while_it_is_being_released_blocks_nothing()
    {
        var source = new ChangesAtTheEnd();
        await using var system = SetUp.System(new InstrumentationSetup(Config.Empty, sources: [source]));
        _ = AkkaInstrumentationExtension.For(system.System);

        await system.System.Terminate().WaitAsync(TimeSpan.FromSeconds(20));

        await Eventually.Within(source.Left);
    }

    [Fact]
    public async Task A_source_that_throws_when_the_system_starts_leaves_nothing_behind()
    {
        await using var system = SetUp.System(new InstrumentationSetup(Config.Empty, sources: [new Throws()]),
            over: AkkaInstrumentationConfig.Reference);

        Assert.Throws<InvalidOperationException>(() => AkkaInstrumentationExtension.For(system.System));

        Assert.DoesNotContain(ActorSystems.Now.Live, live => live.Tags.Name == system.Name);
    }

    /// <summary>The second source, the collectors and the handler of faults are left all the same.</summary>
    [Fact]
    public async Task A_source_that_throws_when_it_is_left_keeps_nothing_of_the_ended_system()
    {
        var second = new ChangesAtTheEnd();

        await Eventually.Collected(await Ended(second));

        await Eventually.Within(second.Left);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static async Task<WeakReference> Ended(SettingsSource second)
        {
            await using var system = SetUp.System(new InstrumentationSetup(Config.Empty, sources: [new ThrowsWhenLeft(), second]));
            return new WeakReference(AkkaInstrumentationExtension.For(system.System));
        }
    }

    [Fact]
    public async Task A_change_after_the_end_is_checked_and_not_put_in_force()
    {
        var system = Systems.Instrumented();
        var extension = AkkaInstrumentationExtension.For(system.System);
        await system.DisposeAsync();

        await Eventually.Passes(() =>
        {
            var before = extension.Settings;
            extension.Control.Change("pressure.growing-for = 20s");
            extension.Control.Reset();
            Assert.Same(before, extension.Settings);
        });
        Assert.Throws<ConfigurationException>(() => extension.Control.Change("pressure.growing-for = long"));
    }

    private sealed class Throws() : SettingsSource(SettingsLayer.AppSettings)
    {
        public override IDisposable Watch(string system, Action changed) => throw new InvalidOperationException("no file system");

        protected override Config Values(string system) => Config.Empty;
    }

    private sealed class ThrowsWhenLeft() : SettingsSource(SettingsLayer.AppSettings)
    {
        public override IDisposable Watch(string system, Action changed) => new Watching();

        protected override Config Values(string system) => Config.Empty;

        private sealed class Watching : IDisposable
        {
            public void Dispose() => throw new InvalidOperationException("on purpose");
        }
    }

    /// <summary>As configuration's change tokens do it: leaving waits for a call back that has begun.</summary>
    private sealed class ChangesAtTheEnd() : SettingsSource(SettingsLayer.AppSettings)
    {
        private readonly TaskCompletionSource _left = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Left => _left.Task;

        public override IDisposable Watch(string system, Action changed) => new Watching(changed, _left);

        protected override Config Values(string system) => Config.Empty;

        private sealed class Watching : IDisposable
        {
            private readonly CancellationTokenSource _changed = new();
            private readonly TaskCompletionSource _calling = new(TaskCreationOptions.RunContinuationsAsynchronously);
            private readonly TaskCompletionSource _left;
            private readonly CancellationTokenRegistration _registration;

            public Watching(Action changed, TaskCompletionSource left)
            {
                _left = left;
                _registration = _changed.Token.Register(() =>
                {
                    _calling.SetResult();
                    changed();
                });
            }

            public void Dispose()
            {
                var changing = Task.Factory.StartNew(_changed.Cancel, TaskCreationOptions.LongRunning);
                _calling.Task.Wait();
                _registration.Dispose();
                changing.Wait();
                _changed.Dispose();
                _left.SetResult();
            }
        }
    }
}
