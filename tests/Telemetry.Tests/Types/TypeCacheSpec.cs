using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Types;

public class TypeCacheSpec
{
    [Fact]
    public void What_is_known_is_not_made_again()
    {
        var cache = Cache();
        Assert.Same(cache.For(typeof(int)), cache.For(typeof(int)));
        Assert.NotSame(cache.For(typeof(int)), cache.For(typeof(string)));
    }

    [Fact]
    public void When_there_are_too_many_all_are_forgotten()
    {
        var cache = Cache(max: 10);
        var types = FakeType.Many(11);
        var first = cache.For(types[0]);
        foreach (var type in types[..10])
        {
            cache.For(type);
        }

        Assert.Same(first, cache.For(types[0]));
        var last = cache.For(types[10]);
        Assert.Same(last, cache.For(types[10]));
        Assert.NotSame(first, cache.For(types[0]));
    }

    [Fact]
    public void A_type_that_can_be_unloaded_is_known_while_it_lives_and_not_kept_alive()
    {
        var cache = Cache();
        var life = MakeCollectible(cache);
        for (var i = 0; i < 10 && life.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(life.IsAlive);
        GC.KeepAlive(cache);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference MakeCollectible(TypeCache<object> cache)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("gone"), AssemblyBuilderAccess.RunAndCollect).DefineDynamicModule("gone");
        var type = module.DefineType("Gone").CreateType();
        Assert.Same(cache.For(type), cache.For(type));

        // what is kept may hold the type
        Assert.Same(type, new TypeCache<Tuple<Type>>(static type => new(type)).For(type).Item1);
        return new WeakReference(type);
    }

    private static TypeCache<object> Cache(int max = 100) => new(static _ => new object(), max);
}
