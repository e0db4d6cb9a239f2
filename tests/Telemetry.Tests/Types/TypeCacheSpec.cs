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
        var cache = new TypeCache<object>();
        Assert.Same(Make(cache, typeof(int)), Make(cache, typeof(int)));
        Assert.NotSame(Make(cache, typeof(int)), Make(cache, typeof(string)));
    }

    [Fact]
    public void When_there_are_too_many_all_are_forgotten()
    {
        var cache = new TypeCache<object>(max: 10);
        var types = FakeType.Many(11);
        var first = Make(cache, types[0]);
        foreach (var type in types[..10])
        {
            Make(cache, type);
        }

        Assert.Same(first, Make(cache, types[0]));
        var last = Make(cache, types[10]);
        Assert.Same(last, Make(cache, types[10]));
        Assert.NotSame(first, Make(cache, types[0]));
    }

    [Fact]
    public void A_type_that_can_be_unloaded_is_known_while_it_lives_and_not_kept_alive()
    {
        var cache = new TypeCache<object>();
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
        Assert.Same(Make(cache, type), Make(cache, type));

        // what is kept may hold the type
        Assert.Same(type, new TypeCache<Tuple<Type>>().GetOrAdd(type, static (type, _) => new(type), 0).Item1);
        return new WeakReference(type);
    }

    private static object Make(TypeCache<object> cache, Type type) => cache.GetOrAdd(type, static (_, _) => new object(), 0);
}
